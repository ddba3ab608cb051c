// Writes what people install to dist/product, unpacked: what the tests start. Needs a build.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepository } from '../run/paths.mjs';
import { productFiles } from './pack-product.mjs';

const folder = inRepository('dist/product');
const { files } = await productFiles();
for (const { path, bytes } of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), bytes);
}
const written = new Set(files.map(({ path }) => path));
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !written.has(path.slice(folder.length + 1))) rmSync(path);
}
