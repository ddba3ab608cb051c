// Makes the packages of tools/run/sdk-packages.mjs as they are published, and packs them. Needs `tsc -b`.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { packSdks } from '../pack/pack-sdks.mjs';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';
import { bundlePublished } from './bundle-published.mjs';
import { flattenTypes } from './flatten-types.mjs';

/**
 * Whole or not at all, and untouched when it is the same: an app may be reading the file, or be waiting for changes.
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
function put(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(contents))) return;
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

for (const sdk of sdkPackages) {
  const { folder, entries, formats, others = [] } = sdk;
  /** @param {string} entry @param {string} file @param {'esm' | 'cjs' | 'iife'} format */
  const bundle = async (entry, file, format) => {
    const path = inRepository(`${folder}/dist/${file}`);
    put(path, await bundlePublished(sdk, { entryPoints: [inRepository(`${folder}/src/${entry}.ts`)], format }));
  };
  for (const entry of entries) {
    const types = flattenTypes(inRepository(`${folder}/dist/modules/${entry}.d.ts`));
    for (const format of formats) {
      const letter = format === 'cjs' ? 'c' : '';
      await bundle(entry, `${entry}.${letter}js`, format);
      put(inRepository(`${folder}/dist/${entry}.d.${letter}ts`), types);
    }
  }
  for (const { entry, file, format } of others) await bundle(entry, `${file}.${format === 'cjs' ? 'c' : ''}js`, format);
}

packSdks();
