// Writes the documentation as the server hands it out: dist/docs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRepository } from '../run/paths.mjs';
import { buildSite } from './build-site.mjs';

const folder = inRepository('dist/docs');

const { files } = await buildSite();
rmSync(folder, { recursive: true, force: true });
// The server lists the folder anew when index.html is newer, so that comes last.
const inOrder = [...files].sort(([a], [b]) => Number(a === 'index.html') - Number(b === 'index.html'));
for (const [path, bytes] of inOrder) {
  const file = `${folder}/${path}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
