import { readdirSync, readFileSync } from 'node:fs';
import { inRepository } from '../run/paths.mjs';
import { bundlePrograms } from './bundle-programs.mjs';
import { makeTarball } from './make-tarball.mjs';
import { packSdks } from './pack-sdks.mjs';
import { productManifest, readManifest } from './product-manifest.mjs';
import { provenanceOf } from './provenance.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';
import { unlinkReadme } from './unlink-readme.mjs';

/** What the server hands out, and what one runs it with, at the place at which it stands in the repository. */
const plainFolders = ['apps/dashboard/dist', 'dist/docs'];
const plainFiles = [
  ...['Caddyfile', 'lamppost.service', 'nginx.conf'].map((name) => `deploy/${name}`),
  'packages/sdk-browser/dist/lamppost.js',
  ...['inter-regular.ttf', 'inter-semibold.ttf', 'OFL.txt'].map((name) => `apps/server/assets/fonts/${name}`),
];

/** Without the indentation, which is a third of it. */
const OPENAPI = 'packages/protocol/dist/openapi.json';

/** What it is made of. */
const sources = ['package.json', 'package-lock.json', 'LICENSE', 'README.md', 'apps', 'docs', 'packages', 'tools/pack'];

/**
 * @typedef {object} PackedProduct
 * @property {string} file `lamppost-0.1.0.tgz`
 * @property {string} version
 * @property {Buffer} bytes
 * @property {readonly import('./make-tarball.mjs').PackedFile[]} files
 * @property {Readonly<Record<string, string>>} dependencies
 * @property {readonly import('./pack-sdk.mjs').PackedSdk[]} sdks
 */

/** Everything that runs: server, dashboard, documentation, command line, SDK script and SDK packages. Needs a build. */
export async function productFiles() {
  const programs = await bundlePrograms();
  const manifest = productManifest(programs, provenanceOf(sources));
  const sdks = packSdks();
  const files = [
    ...programs.files,
    ...[...plainFolders.flatMap(filesIn), ...plainFiles].map((path) => ({ path, bytes: read(path) })),
    { path: OPENAPI, bytes: Buffer.from(JSON.stringify(JSON.parse(read(OPENAPI).toString()))) },
    ...sdks.map(({ file, bytes }) => ({ path: `dist/sdk/${file}`, bytes })),
    // Each program reads its version from the package.json of its own folder; what is there to run are scripts.
    ...['apps/server', 'apps/cli'].flatMap((folder) => manifestOf(folder)),
    { path: 'package.json', bytes: json(manifest) },
    { path: 'LICENSE', bytes: read('LICENSE') },
    { path: 'THIRD-PARTY-NOTICES.txt', bytes: Buffer.from(thirdPartyNotices('apps/dashboard', programs.bundled)) },
    { path: 'README.md', bytes: Buffer.from(unlinkReadme(read('docs/package.md').toString(), () => false)) },
  ];
  return { files, manifest, sdks };
}

/**
 * All of it in one package.
 * @returns {Promise<PackedProduct>}
 */
export async function packProduct() {
  const { files, manifest, sdks } = await productFiles();
  const { version, dependencies } = manifest;
  return { file: `lamppost-${version}.tgz`, version, bytes: makeTarball(files), files, dependencies, sdks };
}

/** @param {string} folder */
function manifestOf(folder) {
  const { name, version } = readManifest(folder);
  return name === undefined
    ? []
    : [{ path: `${folder}/package.json`, bytes: json({ name, version, type: 'commonjs' }) }];
}

/** @param {object} value */
const json = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path));

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(inRepository(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(inRepository('.').length).replace(/^\//, ''));
