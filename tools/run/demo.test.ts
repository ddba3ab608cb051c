import { afterAll, expect, test } from 'vitest';
import { takeDemoOptions } from './demo.mjs';
import { FreshClone } from './fresh-clone.ts';

const clones: FreshClone[] = [];
afterAll(() => {
  for (const clone of clones) clone.remove();
});

test('without --demo the server is started as always', () => {
  const env = {};
  const args = ['--port', '9', '--host', '::1'];
  expect(takeDemoOptions(args, env)).toEqual({ demo: undefined, serverArgs: args });
  expect(env).toEqual({});
});

test('the demo has a directory of its own, and the rest is for the server', () => {
  const env: NodeJS.ProcessEnv = {};
  expect(takeDemoOptions(['--demo', '--port', '9', '--demo-events', '20k'], env)).toEqual({
    demo: { dataDirectory: './data-demo', bootstrapFile: 'data-demo/bootstrap.json', events: '20k' },
    serverArgs: ['--port', '9'],
  });
  expect(env).toEqual({ LP_DATA_DIR: './data-demo', LP_BOOTSTRAP_FILE: 'data-demo/bootstrap.json' });
});

const places: { name: string; args: string[]; env: Record<string, string>; directory: string; file: string }[] = [
  { name: 'LP_DATA_DIR', args: [], env: { LP_DATA_DIR: '/a' }, directory: '/a', file: '/a/bootstrap.json' },
  {
    name: '--data-dir',
    args: ['--data-dir', '/b'],
    env: { LP_DATA_DIR: '/a' },
    directory: '/b',
    file: '/b/bootstrap.json',
  },
  {
    name: 'LP_BOOTSTRAP_FILE',
    args: [],
    env: { LP_BOOTSTRAP_FILE: '/c.json' },
    directory: './data-demo',
    file: '/c.json',
  },
];
for (const { name, args, env, directory, file } of places) {
  test(`${name} is respected`, () => {
    const { demo, serverArgs } = takeDemoOptions(['--demo', ...args], env);
    expect(demo).toMatchObject({ dataDirectory: directory, bootstrapFile: file });
    expect(serverArgs).toEqual(args);
  });
}

test('a number of events that is none is refused before anything is built', () => {
  expect(() => takeDemoOptions(['--demo', '--demo-events=many'], {})).toThrow('--demo-events takes a number');
});

/** A server that says where it listens, and one that could not. */
const listens = `
import { channel } from 'node:diagnostics_channel';
const timer = setInterval(() => {}, 1000);
process.on('SIGTERM', () => clearInterval(timer));
console.log('serving');
setTimeout(() => channel('lamppost:listening').publish({ baseUrl: 'http://127.0.0.1:9' }), 50);
`;
const fails = `console.log('port is taken'); process.exit(1);`;
/** Ends with its input, as the real one does. */
const helper = `
process.stdin.on('close', () => { console.log('helper ends'); process.exit(0); }).resume();
console.log('helper', process.argv.slice(2).join(' '));
`;

function cloneWith(server: string, original?: FreshClone): FreshClone {
  const clone = new FreshClone(original);
  clones.push(clone);
  clone.write('apps/server/src/main.ts', server);
  clone.write('packages/demo-data/package.json', '{"type": "module"}');
  clone.write('packages/demo-data/dist/command/demo-main.js', helper);
  return clone;
}

/** Built by the first that runs it. */
const listening = cloneWith(listens);

test('the demo is built, begins when the server listens, and is asked to end with the first signal', async () => {
  const run = listening.run(['start', '--demo', '--demo-events', '3000']);
  await run.prints(
    'helper --url http://127.0.0.1:9 --data-dir ./data-demo --bootstrap-file data-demo/bootstrap.json --events 3000',
  );
  run.process.kill('SIGTERM');
  const { code, output } = await run.ended;
  expect(output).toContain('✔ Building packages/demo-data');
  expect(output).toContain('helper ends');
  expect(code).toBe(0);
});

test('the demo ends when the server is killed', async () => {
  const run = listening.run(['start', '--demo']);
  await run.prints('helper --url');
  run.process.kill('SIGKILL');
  // The output is closed when nobody holds it any more, so the helper is gone as well.
  expect((await run.ended).output).toContain('helper ends');
});

test('a server that cannot start leaves no demo behind', async () => {
  const { code, output } = await cloneWith(fails, listening).run(['start', '--demo']).ended;
  expect(code).toBe(1);
  expect(output).toContain('port is taken');
  expect(output).not.toContain('helper');
});
