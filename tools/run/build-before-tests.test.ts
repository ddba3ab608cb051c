import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FreshClone } from './fresh-clone.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const clones: FreshClone[] = [];
let built: FreshClone;

/** A test that looks at the server that it would start. */
const testOfServer = `
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
test('the server is the one of the sources', () => {
  expect(readFileSync('apps/server/dist/main.js', 'utf8')).toBe(readFileSync('apps/server/src/main.ts', 'utf8'));
});
`;

beforeAll(async () => {
  built = new FreshClone();
  clones.push(built);
  expect((await built.run(['build']).ended).code).toBe(0);
  expect((await setUp(built)).code).toBe(0);
  symlinkSync(inRepository('node_modules/vitest'), join(built.root, 'node_modules/vitest'));
  cpSync(inRepository('vitest.config.ts'), join(built.root, 'vitest.config.ts'));
  built.write('apps/server/test/server.test.ts', testOfServer);
});
afterAll(() => {
  for (const clone of clones) clone.remove();
});

function changed(source = 'changed'): FreshClone {
  const clone = new FreshClone(built);
  clones.push(clone);
  clone.write('apps/server/src/main.ts', source);
  return clone;
}
const vitest = (clone: FreshClone) =>
  clone.runNode(['node_modules/vitest/vitest.mjs', 'run', 'apps/server/test/server.test.ts']).ended;
/** What vitest and Playwright do, without them. */
const setUp = (clone: FreshClone) =>
  clone.runNode(['-e', "import('./tools/run/build-before-tests.mjs').then((module) => module.default())"]).ended;
const serverOf = (clone: FreshClone): string => readFileSync(join(clone.root, 'apps/server/dist/main.js'), 'utf8');

test('npx vitest run does not run a stale dist: what the sources say is built before the first test', async () => {
  const { code, output } = await vitest(changed());
  expect(output).toContain('✔ Building apps/server');
  expect(output).toContain('1 passed');
  expect(code).toBe(0);
});

test('the dashboard that is built before tests is the one that users get, not one for development', async () => {
  const clone = changed();
  clone.write('apps/dashboard/src/main.tsx', 'changed');
  await setUp(clone);
  expect(readFileSync(join(clone.root, 'apps/dashboard/dist/index.html'), 'utf8')).toBe('production');
});

test('when nothing changed, nothing is built and nothing is said', async () => {
  const clone = changed();
  await setUp(clone);
  expect(await setUp(clone)).toEqual({ code: 0, output: '' });
});

test('a changed test is no reason to build', async () => {
  const clone = changed();
  await setUp(clone);
  clone.write('apps/server/src/other.test.ts', 'changed');
  expect((await setUp(clone)).output).toBe('');
});

test('of several that start at once one builds, and none goes on before it is built', async () => {
  const clone = changed();
  const outputs = await Promise.all([1, 2, 3, 4].map(async () => (await setUp(clone)).output));
  expect(outputs.join().split('✔ Building apps/server')).toHaveLength(2);
  expect(serverOf(clone)).toBe('changed');
});

test('one that was killed while it built does not hold up the next', async () => {
  const clone = changed();
  mkdirSync(join(clone.root, '.stamps'), { recursive: true });
  const gone = clone.runNode(['-e', '']);
  await gone.ended;
  writeFileSync(join(clone.root, '.stamps/building'), `${gone.process.pid}`);
  await Promise.all([setUp(clone), setUp(clone)]);
  expect(serverOf(clone)).toBe('changed');
});

test('what the compiler says is shown, and no test runs on a build that failed', async () => {
  const { code, output } = await vitest(changed('wrong'));
  expect(output).toContain('main.ts(1,1): error');
  expect(output).not.toContain('passed');
  expect(code).toBe(1);
});
