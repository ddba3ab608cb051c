// Packs what people install: dist/lamppost-<version>.tgz, and the SDK packages in dist/sdk. Needs a build.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../run/paths.mjs';
import { describePacked } from './describe-packed.mjs';
import { packProduct } from './pack-product.mjs';

const folder = inRepository('dist');
const packed = await packProduct();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (/^lamppost-.*\.tgz$/.test(name)) rmSync(join(folder, name));
writeFileSync(join(folder, packed.file), packed.bytes);
console.log(describePacked(packed, 'dist'));
