import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressed = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** What fits into one packet arrives as soon without it. */
const leastBytes = 1_400;

/** Writes `.br` and `.gz` beside what compresses well, once, so that the server need not do it for each request. */
export function compressOutput(): Plugin {
  let folder = '';
  return {
    name: 'compress-output',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressed.has(extname(entry.name)));
      await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
      // The server lists the folder anew when this file is newer, and must not miss what was written after it.
      const now = new Date();
      utimesSync(join(folder, 'index.html'), now, now);
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < leastBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
}
