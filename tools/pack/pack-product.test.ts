import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { bundleOptions } from './bundle-programs.mjs';
import { InstalledProduct, type RunningProduct } from './installed-product.ts';
import { type PackedProduct, packProduct } from './pack-product.mjs';

let packed: PackedProduct;
let product: InstalledProduct;
beforeAll(async () => {
  packed = await packProduct();
  product = new InstalledProduct();
  await product.install(packed.bytes, packed.file);
}, 120_000);
afterAll(() => product.remove());

const paths = () => packed.files.map(({ path }) => path);
const textOf = (path: string): string =>
  Buffer.from(packed.files.find((file) => file.path === path)?.bytes ?? []).toString();

async function until<T>(look: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  const end = performance.now() + 30_000;
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    if (performance.now() > end) throw new Error(`Waited in vain; the last was ${JSON.stringify(found)}`);
    await sleep(50);
  }
}

describe('the package', () => {
  test('is small: at most 5 MB, 16 MB unpacked, 850 files', () => {
    const unpacked = packed.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    process.stdout.write(
      `package: ${packed.bytes.length} bytes, ${unpacked} unpacked, ${packed.files.length} files, ${Object.keys(packed.dependencies).length} dependencies\n`,
    );
    expect(packed.bytes.length).toBeLessThan(5_000_000);
    expect(unpacked).toBeLessThan(16_000_000);
    expect(packed.files.length).toBeLessThan(850);
  });

  test('has a server whose source takes one byte a character in memory', () => {
    // A single character beyond Latin-1, in a regular expression or a comment, makes it two for the whole file.
    expect(textOf('lib/server-main.cjs').match(/[^\0-\xff]/gu)).toBeNull();
  });

  test('holds what runs and nothing else', () => {
    const folders = [...new Set(paths().map((path) => path.split('/', 3).join('/')))].filter((path) =>
      path.includes('/'),
    );
    const known =
      /^(?:lib\/|apps\/(?:server|dashboard|cli)\/(?:dist|package\.json)$|apps\/server\/assets$|packages\/(?:protocol|sdk-browser)\/dist$|dist\/(?:docs|sdk)|deploy\/)/;
    expect(folders.filter((folder) => !known.test(folder))).toEqual([]);
    expect(paths().filter((path) => /\.(?:ts|tsx|map|tsbuildinfo)$|\.test\.|\.contract\./.test(path))).toEqual([]);
    for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt']) expect(paths()).toContain(file);
    expect(textOf('THIRD-PARTY-NOTICES.txt')).toMatch(/^react 19\.\S+ \(MIT\)$/m);
  });

  test('depends on exactly the packages that its code names, each in one version', () => {
    const { dependencies, devDependencies, bin } = JSON.parse(textOf('package.json'));
    expect(devDependencies).toBeUndefined();
    expect(paths()).toContain(bin.lamppost);
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    const named = paths()
      .filter((path) => path.startsWith('lib/'))
      .flatMap((path) => [...textOf(path).matchAll(/\brequire\("([^".][^"]*)"\)/g)])
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
    for (const name of named) expect(Object.keys(dependencies).some((known) => name.startsWith(known))).toBe(true);
    for (const name of ['@photostructure/sqlite', '@duckdb/node-api', '@node-rs/argon2', 're2js'])
      expect(dependencies).toHaveProperty(name);
  });

  test('has every process and thread at the place at which the server looks for it', () => {
    const doors = paths().filter(
      (path) => path.startsWith('apps/') && path.endsWith('.js') && !path.includes('dashboard'),
    );
    expect(doors.map((path) => path.split('/').at(-1))).toEqual(
      expect.arrayContaining([
        'main.js',
        'store-process-main.js',
        'control-worker.js',
        'ingest-worker.js',
        'symbol-worker.js',
        'report-reader-worker.js',
        'copy-database-worker.js',
        'digest-picture-worker.js',
      ]),
    );
    for (const door of doors) {
      const [, loader = '', bundle = ''] = /\nrequire\('(.+)'\)\.load\('(.+)'\);\n$/.exec(textOf(door)) ?? [];
      expect(paths()).toEqual(expect.arrayContaining([join(dirname(door), loader), `lib/${bundle}`]));
    }
  });

  test('has the distributions of @stdlib inside, and they give what they give outside', async () => {
    expect(Object.keys(packed.dependencies).filter((name) => name.startsWith('@stdlib/'))).toEqual([]);
    expect(textOf('THIRD-PARTY-NOTICES.txt')).toMatch(/^@stdlib\/stats-base-dists-t-quantile \S+ \(Apache-2\.0\)$/m);
    const calls = {
      'normal-quantile': [0.975, 0, 1],
      't-quantile': [0.975, 10],
      'normal-cdf': [1.96, 0, 1],
      't-cdf': [2.2, 10],
      'binomial-cdf': [3, 10, 0.5],
    };
    const names = Object.keys(calls).map((name) => `@stdlib/stats-base-dists-${name}`);
    const stdin = {
      contents: `export const inside = [${names.map((name) => `require('${name}')`).join()}];`,
      resolveDir: inRepository('packages/statistics'),
    };
    const { outputFiles } = await build({ ...bundleOptions(), format: 'cjs', stdin, write: false });
    const file = join(product.folder, 'inside.cjs');
    writeFileSync(file, outputFiles?.[0]?.contents ?? '');
    const { inside } = await import(file);
    const load = createRequire(inRepository('packages/statistics/package.json'));
    for (const [at, args] of Object.values(calls).entries()) {
      expect(inside[at](...args)).toBeGreaterThan(0);
      expect(inside[at](...args)).toBe(load(names[at] ?? '')(...args));
    }
  });

  test('is the same bytes when it is packed again', async () => {
    expect((await packProduct()).bytes.equals(packed.bytes)).toBe(true);
  });
});

describe('installed elsewhere', () => {
  test('says its version and how it is used, and names what it does not know', async () => {
    expect((await product.command('--version')).stdout.trim()).toBe(packed.version);
    expect((await product.command('--help')).stdout).toContain('serve');
    const unknown = await product.command('sevre');
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('sevre');
  });

  test('serves with its data in lamppost-data, and everything that it starts and hands out is found', async () => {
    const cwd = mkdtempSync(join(product.folder, 'app-'));
    const running = await product.serve(cwd);
    try {
      expect(running.output).toContain(`Dashboard: ${running.url}/`);
      expect(existsSync(join(cwd, 'lamppost-data/format.json'))).toBe(true);
      await expectServed(running);
      await expectWorking(running);
    } finally {
      expect(await running.stop()).toBe(0);
    }
  }, 60_000);

  test('goes on in a data directory of before', async () => {
    const cwd = mkdtempSync(join(product.folder, 'app-'));
    mkdirSync(join(cwd, 'data'));
    const running = await product.serve(cwd, process.execPath, ['serve']);
    expect(await running.stop()).toBe(0);
    expect(readdirSync(cwd)).toEqual(['data']);
    expect(JSON.parse(readFileSync(join(cwd, 'data/format.json'), 'utf8'))).toMatchObject({
      created_by: packed.version,
    });
  }, 60_000);
});

/** Real binaries, which npm has for Linux: 100 MB each, so in the long run only. */
describe.runIf(process.env.LP_TORTURE === 'long' && process.platform === 'linux')('on another Node', () => {
  test.each(['20', '22', '24'])('runs on %s', { timeout: 300_000 }, async (major) => {
    const name = `node-linux-${process.arch}`;
    const folder = mkdtempSync(join(product.folder, 'node-'));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${major}`]);
    const node = join(folder, 'node_modules', name, 'bin/node');
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${major}\\.`));
    const running = await product.serve(mkdtempSync(join(product.folder, 'app-')), node);
    try {
      await expectServed(running);
      await expectWorking(running);
    } finally {
      expect(await running.stop()).toBe(0);
    }
  });
});

/** Dashboard, documents, script and packages. */
async function expectServed({ url }: RunningProduct): Promise<void> {
  const page = await (await fetch(`${url}/`)).text();
  const [, script = ''] = /<script[^>]* src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  for (const path of [
    '/openapi.json',
    '/docs',
    '/docs/start',
    '/docs/api/flags',
    '/docs/files/nginx.conf',
    '/sdk/lamppost.js',
    '/sdk/browser.tgz',
    '/sdk/react-native.tgz',
    script,
  ]) {
    const response = await fetch(`${url}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
  }
}

/** The control plane's thread, the store's process, the threads of crash reports, heavy bodies and backups. */
async function expectWorking(running: RunningProduct): Promise<void> {
  const [publishable, secret, operator] = ['lp_pub_production_', 'lp_sec_production_', 'lpop_'].map((start) =>
    running.credential(start),
  ) as [string, string, string];
  const heavy = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, Array(400).fill(at)]));
  const events = [
    { event: 'hello', event_id: '1' },
    { event: 'heavy', properties: heavy },
  ];
  for (const event of events) {
    expect((await running.request('/v1/ingest', publishable, { batch: [event] })).status).toBe(202);
  }
  const report = {
    platform: 'web',
    stack_trace: 'TypeError: x is not a function\n    at f (https://a.dev/app.js:1:2)',
  };
  expect((await running.request('/v1/crashes/report', publishable, report)).status).toBe(202);
  const data = async (path: string, key: string) =>
    ((await (await running.request(path, key)).json()) as { data: never }).data;
  await until(
    () => data('/v1/events/count', secret),
    (found?: { count: number }) => (found?.count ?? 0) >= 1,
  );
  await until(
    () => data('/v1/crashes/groups', secret),
    (found?: unknown[]) => found?.length === 1,
  );
  const { id } = ((await (await running.request('/v1/backups', operator, {})).json()) as { data: { id: string } }).data;
  const backup = await until(
    () => data(`/v1/jobs/${id}`, operator),
    (job: { status: string; error: string | null }) => ['done', 'failed'].includes(job.status),
  );
  expect(backup).toMatchObject({ status: 'done', error: null });
}
