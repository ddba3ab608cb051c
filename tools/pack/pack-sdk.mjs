import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../run/paths.mjs';
import { makeTarball } from './make-tarball.mjs';
import { provenanceOf } from './provenance.mjs';
import { unlinkReadme } from './unlink-readme.mjs';

/**
 * @typedef {object} PackedSdk
 * @property {string} file `browser-0.1.0.tgz`
 * @property {string} package `@lamppost/browser`
 * @property {string} version
 * @property {string} integrity
 * @property {Buffer} bytes
 */

/** What every SDK is made of besides its own folder. */
const sharedSources = ['LICENSE', 'packages/evaluator/src', 'packages/sdk-core/src', 'tools/build-sdks', 'tools/pack'];

/**
 * An SDK as npm installs it, from the server or from a registry: built, without what is for developers of Lamppost only.
 * @param {string} folder
 * @returns {PackedSdk}
 */
export function packSdk(folder) {
  const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(read(`${folder}/package.json`).toString());
  const built = builtFiles(folder, manifest.files);
  if (!built.some((path) => path.endsWith('.d.ts'))) throw new Error(`${folder} is not built`);
  const own = ['package.json', 'README.md', 'tsconfig.json', 'src'].map((path) => `${folder}/${path}`);
  const provenance = provenanceOf([...own, ...sharedSources]);
  const packed = { ...manifest, ...(provenance.commit !== 'unknown' && { gitHead: provenance.commit }), provenance };
  const files = [
    { path: 'package.json', bytes: Buffer.from(`${JSON.stringify(packed, null, 2)}\n`) },
    { path: 'LICENSE', bytes: read('LICENSE') },
    {
      path: 'README.md',
      bytes: Buffer.from(unlinkReadme(read(`${folder}/README.md`).toString(), (path) => built.includes(path))),
    },
    ...built.map((path) => ({ path, bytes: read(`${folder}/${path}`) })),
  ];
  const bytes = makeTarball(files);
  return {
    file: `${manifest.name.replace('@lamppost/', '')}-${manifest.version}.tgz`,
    package: manifest.name,
    version: manifest.version,
    integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    bytes,
  };
}

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path));

/**
 * @param {string} folder
 * @param {readonly string[]} patterns `files` of its package.json
 */
function builtFiles(folder, patterns) {
  const names = [
    ...readdirSync(inRepository(folder)),
    ...(existsSync(inRepository(join(folder, 'dist')))
      ? readdirSync(inRepository(join(folder, 'dist'))).map((name) => `dist/${name}`)
      : []),
  ];
  const forms = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`));
  return names.filter((name) => forms.some((form) => form.test(name))).sort();
}
