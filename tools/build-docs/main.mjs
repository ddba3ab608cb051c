// Writes the documentation as the server hands it out: dist/docs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRepository } from '../run/paths.mjs';
import { buildSite } from './build-site.mjs';

const folder = inRepository('dist/docs');
const compressed = new Set(['.html', '.css', '.js', '.json']);
/** Below this the headers weigh more than what is saved. */
const MIN_COMPRESSED_BYTES = 1_000;

const { files } = await buildSite();
rmSync(folder, { recursive: true, force: true });
// The server lists the folder anew when index.html is newer, so that comes last.
const inOrder = [...files].sort(([a], [b]) => Number(a === 'index.html') - Number(b === 'index.html'));
for (const [path, bytes] of inOrder) {
  const file = `${folder}/${path}`;
  mkdirSync(dirname(file), { recursive: true });
  if (compressed.has(extname(path)) && bytes.length >= MIN_COMPRESSED_BYTES) {
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  writeFileSync(file, bytes);
}
