import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Of what a bundle with these exports weighs: minified and gzipped. */
async function weightOf(exports: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${exports.join(', ')} } from './index.ts';`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

const report = (name: string, bytes: number): boolean => process.stdout.write(`size: ${name} ${bytes} bytes\n`);

test('the core weighs at most 3 KB: tracking, batches, retries, storage, configuration, flags, sessions, identity', async () => {
  const bytes = await weightOf(['createCore']);
  report('core', bytes);
  expect(bytes).toBeLessThanOrEqual(3_072);
});
