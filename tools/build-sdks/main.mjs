// Makes the packages of tools/run/sdk-packages.mjs as they are published. Needs `tsc -b`.
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';
import { flattenTypes } from './flatten-types.mjs';

for (const { folder, entries, formats, platform, target, external } of sdkPackages) {
  for (const entry of entries) {
    const types = flattenTypes(inRepository(`${folder}/dist/modules/${entry}.d.ts`));
    for (const format of formats) {
      const letter = format === 'cjs' ? 'c' : '';
      await build({
        entryPoints: [inRepository(`${folder}/src/${entry}.ts`)],
        outfile: inRepository(`${folder}/dist/${entry}.${letter}js`),
        bundle: true,
        format,
        platform,
        target,
        external: [...external],
        legalComments: 'eof',
        logLevel: 'warning',
      });
      writeFileSync(inRepository(`${folder}/dist/${entry}.d.${letter}ts`), types);
    }
  }
}
