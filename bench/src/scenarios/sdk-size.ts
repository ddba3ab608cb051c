import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { boundRow, type Row, type Scenario } from '../harness/scenario.ts';

/** What an app imports to have a client started; each bundled in the same way, from what is published. */
const clients = {
  lamppost: "export { createLamppost } from '@lamppost/browser';",
  'unleash-proxy-client': "export { UnleashClient } from 'unleash-proxy-client';",
  '@growthbook/growthbook': "export { GrowthBook } from '@growthbook/growthbook';",
  '@sentry/browser': "export { init } from '@sentry/browser';",
  'posthog-js': "export { posthog } from 'posthog-js';",
} as const;

const MAX_BYTES = 7_168;
const MAX_CORE_BYTES = 3_072;

/** Of an app that has nothing else: minified by esbuild, and by gzip as small as it can. */
async function weightOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

interface Published {
  bundlePublished(sdk: object, entry: object): Promise<Uint8Array>;
}

/** The core alone, made as the published packages are. */
async function weightOfCore(): Promise<number> {
  const tool = new URL('../../../tools/build-sdks/bundle-published.mjs', import.meta.url).href;
  const { bundlePublished } = (await import(tool)) as Published;
  const sdk = { platform: 'browser', target: 'es2022', external: [], isMinified: true };
  const source = fileURLToPath(new URL('../../../packages/sdk-core/src/create-core.ts', import.meta.url));
  return gzipSync(await bundlePublished(sdk, { entryPoints: [source], format: 'esm' }), { level: 9 }).length;
}

const kilobytes = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KB`;

export const sdkSize: Scenario = {
  name: 'sdk-size',
  topic: 'Start, memory and size',
  isInProcess: true,
  sentence: 'the browser SDK in an app, minified and gzipped, beside those of others (needs `npm run sdks`)',
  run: async () => {
    const own = await weightOf(clients.lamppost);
    const core = await weightOfCore();
    const bound = (name: string, bytes: number, max: number): Row =>
      boundRow(name, bytes / 1_024, ' KB', max / 1_024, `${bytes.toLocaleString('en')} bytes`);
    const rows: Row[] = [
      bound('core of the SDKs, minified and gzipped', core, MAX_CORE_BYTES),
      bound('browser SDK with errors and web vitals, minified and gzipped', own, MAX_BYTES),
    ];
    for (const [name, contents] of Object.entries(clients).slice(1)) {
      const bytes = await weightOf(contents);
      rows.push({
        scenario: `browser SDK, of the size of ${name}`,
        measured: kilobytes(own),
        reference: kilobytes(bytes),
        value: own / bytes,
        unit: '×',
        goal: '–',
        isMet: true,
      });
    }
    return rows;
  },
};
