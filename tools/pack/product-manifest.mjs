import { readFileSync } from 'node:fs';
import { inRepository } from '../run/paths.mjs';

/** Whose dependencies the bundles may name. */
const bundled = ['apps/server', 'apps/cli', 'packages/statistics', 'packages/protocol', 'packages/evaluator'];

/**
 * package.json of the package that is installed: what the code names and no more, in exactly the versions that it was
 * tested with.
 * @param {import('./bundle-programs.mjs').Programs} programs
 * @param {import('./provenance.mjs').Provenance} provenance
 */
export function productManifest({ command, imports }, provenance) {
  const { name, version, description, license, type, engines } = readManifest('.');
  const known = Object.assign({}, ...bundled.map((folder) => readManifest(folder).dependencies));
  const dependencies = Object.fromEntries(
    [...imports].sort().map((dependency) => {
      const wanted = known[dependency];
      if (wanted === undefined) throw new Error(`The package names ${dependency}, which no workspace depends on`);
      if (!/^\d/.test(wanted)) throw new Error(`${dependency} has no exact version: ${wanted}`);
      return [dependency, wanted];
    }),
  );
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { lamppost: command },
    engines,
    dependencies,
    ...(provenance.commit !== 'unknown' && { gitHead: provenance.commit }),
    provenance,
  };
}

/** @param {string} folder */
export function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(inRepository(`${folder}/package.json`), 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return {};
    throw error;
  }
}
