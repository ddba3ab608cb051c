import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';
import { bundlePublished } from './bundle-published.mjs';

const browser = sdkPackages.find(({ folder }) => folder === 'packages/sdk-browser') as (typeof sdkPackages)[number];

/** What is measured: something published, that an app imports. */
const measured = [
  {
    name: 'the core (tracking, batches, retries, storage, configuration, flags, sessions, identity)',
    file: 'core.js',
    export: 'createCore',
    source: 'packages/sdk-core/src/create-core.ts',
    maxBytes: 3_072,
  },
  {
    name: 'the browser SDK',
    file: 'browser.js',
    export: 'createLamppost',
    source: 'packages/sdk-browser/src/index.ts',
    maxBytes: browser.maxBytes ?? 0,
  },
];

/** What an app's bundler makes of a file that puts the import where nobody can remove it. */
const bundlers: Record<string, (entry: string) => Promise<string | Uint8Array>> = {
  async esbuild(entry) {
    const { outputFiles } = await esbuild({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    return outputFiles[0]?.contents ?? '';
  },
  async vite(entry) {
    const made = await vite({
      root: app,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, rollupOptions: { input: entry } },
    });
    const [chunk] = 'output' in made ? made.output : [];
    return chunk?.code ?? '';
  },
};

let app: string;
beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'lamppost-size-'));
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

describe.each(measured)('$name', ({ file, export: exported, source, maxBytes }) => {
  test.each(Object.keys(bundlers))(`weighs at most ${maxBytes} bytes in an app that %s has made`, async (bundler) => {
    const published = await bundlePublished(browser, { entryPoints: [inRepository(source)], format: 'esm' });
    writeFileSync(join(app, file), published);
    const entry = join(app, `app-of-${file}`);
    writeFileSync(entry, `import { ${exported} } from './${file}';\nglobalThis.${exported} = ${exported};\n`);
    const code = await bundlers[bundler]?.(entry);
    const bytes = gzipSync(code ?? '', { level: 9 }).length;
    process.stdout.write(`size: ${file} by ${bundler} ${bytes} bytes\n`);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  });
});
