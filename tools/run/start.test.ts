import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FreshClone } from './fresh-clone.ts';

const clones: FreshClone[] = [];
let built: FreshClone;

function fresh(original?: FreshClone): FreshClone {
  const clone = new FreshClone(original);
  clones.push(clone);
  return clone;
}
const build = (clone: FreshClone, env: Record<string, string> = {}) => clone.run(['build'], env).ended;
/** `ended` waits for everything that holds the output open, so also for a server that lost npm. */
const hasDrained = (clone: FreshClone): boolean => existsSync(join(clone.root, 'drained'));

let firstOutput: string;

beforeAll(async () => {
  built = fresh();
  const run = built.run(['start', '--port', '9']);
  await run.prints('serving serve --port 9');
  run.process.kill('SIGTERM');
  firstOutput = (await run.ended).output;
  rmSync(join(built.root, 'drained'));
});
afterAll(() => {
  for (const clone of clones) clone.remove();
});

test('a fresh clone is installed, built and served with the arguments that were given', () => {
  const steps = [
    'Installing dependencies',
    'Loading native modules',
    'Building packages/protocol',
    'Generating validators',
    'Building packages/evaluator',
    'Building packages/statistics',
    'Building apps/server',
    'Building apps/dashboard',
    'Building SDKs',
  ];
  for (const step of steps) expect(firstOutput).toContain(`✔ ${step}`);
  expect(firstOutput).toContain('serving serve --port 9');
});

test('SIGTERM reaches the server once, it drains, and its exit code is passed on', async () => {
  const clone = fresh(built);
  const run = clone.run(['start']);
  await run.prints('serving');
  run.process.kill('SIGTERM');
  expect((await run.ended).code).toBe(7);
  expect(hasDrained(clone)).toBe(true);
});

test('npm start that is asked to stop waits until the server has drained', async () => {
  const clone = fresh(built);
  const run = clone.runNpm(['start']);
  await run.prints('serving');
  run.process.kill('SIGTERM');
  await new Promise((resolve) => run.process.on('exit', resolve));
  expect(hasDrained(clone)).toBe(true);
});

test('when npm is killed the server drains too', async () => {
  const clone = fresh(built);
  const run = clone.runNpm(['start']);
  await run.prints('serving');
  run.process.kill('SIGKILL');
  await run.ended;
  expect(hasDrained(clone)).toBe(true);
});

test('the second time nothing is installed and nothing is built', async () => {
  const clone = fresh(built);
  expect(await build(clone)).toEqual({ code: 0, output: '' });
});

test('a changed source is built again', async () => {
  const clone = fresh(built);
  clone.write('apps/server/src/main.ts', 'changed');
  expect((await build(clone)).output).toContain('✔ Building apps/server');
});

test('a changed page of the dashboard is built again', async () => {
  const clone = fresh(built);
  clone.write('apps/dashboard/src/main.tsx', 'changed');
  expect((await build(clone)).output).toContain('✔ Building apps/dashboard');
});

test('a build whose result was removed is made again', async () => {
  const clone = fresh(built);
  rmSync(join(clone.root, 'apps/server/dist'), { recursive: true });
  await build(clone);
  expect(existsSync(join(clone.root, 'apps/server/dist/main.js'))).toBe(true);
});

test('another lockfile is installed again', async () => {
  const clone = fresh(built);
  clone.write('package-lock.json', '{"packages": {"node_modules/new": {"version": "1.0.0"}}}');
  expect((await build(clone)).output).toContain('✔ Installing dependencies');
});

test("a failed installation shows npm's own words and how to go on", async () => {
  const clone = fresh();
  const { code, output } = await build(clone, { NPM_FAILS: '1' });
  expect(code).toBe(1);
  expect(output).toMatch(/✖ Installing[\s\S]*registry unreachable[\s\S]*run `npm install` by hand/);
});

test('an installation that is not what the lockfile says is refused', async () => {
  const clone = fresh();
  const { code, output } = await build(clone, { NPM_DRIFTS: '1' });
  expect(code).toBe(1);
  expect(output).toMatch(/not what package-lock\.json says[\s\S]*commit package-lock\.json/);
});

test('a native module without its binary is named, and is looked for again the next time', async () => {
  const clone = fresh();
  const { code, output } = await build(clone, { NO_BINARY: '@node-rs/argon2' });
  expect(code).toBe(1);
  expect(output).toContain('@node-rs/argon2: Error: no binding for this machine');
  expect(output).not.toContain('@duckdb/node-api:');
  expect((await build(clone)).output).toContain('Loading native modules');
});

test('a failed build shows what the compiler said, and the next one does not pass for built', async () => {
  const clone = fresh(built);
  clone.write('apps/server/src/main.ts', 'wrong');
  for (let attempt = 0; attempt < 2; attempt++) {
    const { code, output } = await build(clone);
    expect(code).toBe(2);
    expect(output).toContain('main.ts(1,1): error');
  }
});

test('an unknown command lists the ones that exist', async () => {
  const clone = fresh(built);
  const { code, output } = await clone.run(['fly']).ended;
  expect(code).toBe(2);
  expect(output).toMatch(/There is no command "fly"[\s\S]*npm run start/);
});
