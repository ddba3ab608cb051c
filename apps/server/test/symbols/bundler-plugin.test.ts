import type { BundlerPluginOptions } from '@lamppost/bundler-plugin/vite';
import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bundlers, esbuildBundler, rebuildWithEsbuild, webpackBundler } from '../harness/build-shop.ts';
import { BuiltShop, brokenAt } from '../harness/built-shop.ts';
import { launchChromium } from '../harness/launch-chromium.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

interface SymbolRow {
  readonly release: string | null;
  readonly build: string | null;
  readonly file: string;
  readonly debug_id: string;
}

interface Frame {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
}

let server: TestServer;
let browser: Browser;
let project: TestProject;
let lines: string[];
const shops: BuiltShop[] = [];
beforeAll(async () => {
  [server, browser] = await Promise.all([TestServer.shared(), launchChromium()]);
  await server.waitForStore();
});
afterAll(() => browser.close());
beforeEach(async () => {
  for (const name of ['LP_URL', 'LP_KEY', 'LP_RELEASE']) vi.stubEnv(name, undefined);
  lines = [];
  project = await TestProject.create(server);
});
afterAll(() => vi.unstubAllEnvs());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.remove())));

function createShop(): BuiltShop {
  const shop = new BuiltShop({ key: project.publishable, url: server.url });
  shops.push(shop);
  return shop;
}

const options = (more: BundlerPluginOptions = {}): BundlerPluginOptions => ({
  url: server.url,
  key: project.secret,
  log: (line) => lines.push(line),
  ...more,
});

const uploaded = async () => (await project.get('/v1/symbols')).data<SymbolRow[]>();
const announced = async () => (await project.get('/v1/releases')).data<{ version: string }[]>();

/** Somebody opens the shop, and it breaks: the report that the SDK sends, as the server shows it. */
async function framesOf(shop: BuiltShop, script: string): Promise<Frame[]> {
  const page = await browser.newPage();
  await page.goto(await shop.serve(script));
  let groups: { id: string }[] = [];
  await waitUntil(async () => {
    const response = await project.get('/v1/crashes/groups');
    if (response.status === 200) groups = response.data<{ id: string }[]>();
    return groups.length > 0;
  });
  await page.close();
  const reports = await project.get(`/v1/crashes/groups/${groups[0]?.id}/reports`);
  const frames = reports.data<{ exceptions: { frames: Frame[] }[] }[]>()[0]?.exceptions[0]?.frames ?? [];
  return frames.map(({ function: name, file, line }) => ({
    ...(name !== undefined && { function: name }),
    ...(file !== undefined && { file: file.replace(/^.*\//, '') }),
    ...(line !== undefined && { line }),
  }));
}

/** Nothing of a source map may be in what is deployed. */
function expectNoMaps(shop: BuiltShop): void {
  const files = shop.built();
  expect(Object.keys(files).filter((name) => name.endsWith('.js')).length).toBeGreaterThan(1);
  expect(Object.keys(files).filter((name) => name.includes('.map'))).toEqual([]);
  for (const text of Object.values(files)) {
    expect(text).not.toContain('sourceMappingURL');
    expect(text).not.toContain('sourcesContent');
  }
}

describe.each(bundlers)('$name', ({ build, watch }) => {
  test('what breaks in a minified app is shown with the functions, files and lines of its source', async () => {
    const shop = createShop();
    const script = await build(shop, { plugin: options({ build: 'b-1' }) });
    expect(await framesOf(shop, script)).toEqual(brokenAt);

    expectNoMaps(shop);
    const rows = await uploaded();
    for (const [file, text] of Object.entries(shop.built())) {
      if (!file.endsWith('.js')) continue;
      const [, debugId = ''] = /^\/\/# debugId=([0-9a-f-]{36})$/m.exec(text) ?? [];
      const row = { release: '1.4.0', build: 'b-1', file, debug_id: debugId.replaceAll('-', '') };
      // A script that is made of no source has no map.
      if (debugId !== '') expect(rows).toContainEqual(expect.objectContaining(row));
    }
    expect(lines).toEqual([`${rows.length} source maps uploaded for release 1.4.0, build b-1.`]);
    expect(await announced()).toMatchObject([{ version: '1.4.0', platform: 'web' }]);
  }, 60_000);

  test('without a key it says so and goes on, and maps that the app asks for leave the output all the same', async () => {
    for (const maps of ['files', 'inline'] as const) {
      lines = [];
      const shop = createShop();
      await build(shop, { plugin: { log: (line) => lines.push(line) }, maps });
      expectNoMaps(shop);
      expect(lines).toEqual([expect.stringMatching(/^no source maps are uploaded: set LP_URL, and LP_KEY/)]);
    }
  });

  test('a refusal is a warning with the reason, or an error when asked for; no map stays in either case', async () => {
    const key = project.publishable;
    const shop = createShop();
    await build(shop, { plugin: options({ key }), maps: 'files' });
    expectNoMaps(shop);
    expect(lines).toEqual([
      expect.stringMatching(/^not everything was published: .*\.js: the server answered 40[13]: /),
    ]);

    const failing = createShop();
    await expect(build(failing, { plugin: options({ key, failOnError: true }), maps: 'files' })).rejects.toThrow(
      /not everything was published/,
    );
    expect(Object.keys(failing.built()).filter((name) => name.includes('.map'))).toEqual([]);
  });

  test('while it watches nothing is uploaded, and maps stay as the app asks for them', async () => {
    const shop = createShop();
    await watch(shop, options());
    expect(Object.keys(shop.built()).some((name) => name.endsWith('.js.map'))).toBe(true);
    expect(Object.values(shop.built()).join('')).toContain('sourceMappingURL=');
    expect([await uploaded(), await announced(), lines]).toEqual([[], [], []]);
  });
});

test('address, key and release may come from the environment', async () => {
  vi.stubEnv('LP_URL', server.url);
  vi.stubEnv('LP_KEY', project.secret);
  vi.stubEnv('LP_RELEASE', '7.0.0');
  await esbuildBundler.build(createShop(), { plugin: { build: 'b-1', log: (line) => lines.push(line) } });
  expect(lines).toEqual(['3 source maps uploaded for release 7.0.0, build b-1.']);
  expect((await uploaded()).map(({ release }) => release)).toEqual(['7.0.0', '7.0.0', '7.0.0']);
  expect(await announced()).toMatchObject([{ version: '7.0.0' }]);
});

test('of one context of esbuild the first build is uploaded, and none leaves maps', async () => {
  const shop = createShop();
  await rebuildWithEsbuild(shop, options(), 2);
  expect(lines.filter((line) => line.includes('uploaded'))).toHaveLength(1);
  expectNoMaps(shop);
});

describe('which map is used', () => {
  test('of two builds of one release with the same file names each has its own', async () => {
    const [first, second] = [createShop(), createShop()];
    second.write('src/prices.js', `\n\n\n${'export const vat = 19;\n'}${first.source('prices.js')}`);
    await esbuildBundler.build(first, { plugin: options({ build: 'first' }) });
    await esbuildBundler.build(second, { plugin: options({ build: 'second' }) });
    expect((await uploaded()).filter(({ file }) => file === 'main.js').map(({ build }) => build)).toEqual([
      'second',
      'first',
    ]);
    expect(await framesOf(first, 'main.js')).toEqual(brokenAt);
  });

  test("a build that is made of webpack's cache says its own build, not the one before", async () => {
    const shop = createShop();
    for (const build of ['first', 'second']) {
      await webpackBundler.build(shop, { plugin: options({ build }), maps: 'files', isCached: true });
      const scripts = Object.entries(shop.built()).filter(([, text]) => text.includes(`"build":"${build}"`));
      expect(scripts).toHaveLength(1);
    }
    expect(new Set((await uploaded()).map(({ build }) => build))).toEqual(new Set(['first', 'second']));
  });

  test('an app that says its version by itself finds them by that, and is told how to say more', async () => {
    const shop = createShop();
    shop.write('src/app.js', "export const app = { version: '1.4.0' };\n");
    await esbuildBundler.build(shop, { plugin: options({ build: 'b-1' }) });
    expect((await uploaded()).every(({ release, build }) => release === '1.4.0' && build === null)).toBe(true);
    expect(lines.at(-1)).toContain('give createLamppost the app of @lamppost/bundler-plugin/app');
    expect(await framesOf(shop, 'main.js')).toEqual(brokenAt);
  });
});
