import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { inRepository, repositoryRoot } from '../run/paths.mjs';
import { bundledIn, packagesOfOthers } from './packages-of-others.mjs';

/** All bundles stand beside each other, so that each finds the root of the package in the same way. */
const bundleFolder = 'lib';

/** Programs that are started by their file: the server, and what it starts as a process or thread of its own. */
function serverEntries() {
  const root = 'apps/server/src';
  const sources = readdirSync(inRepository(root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${root}/${file}`);
  const started = sources.flatMap((file) =>
    [...readFileSync(inRepository(file), 'utf8').matchAll(/compiledEntry\('([^']+)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    ),
  );
  return [`${root}/main.js`, ...started.sort()].map((file) => file.replace('/src/', '/dist/'));
}

/** The command that the package has, and the file that runs it. */
const command = 'apps/cli/dist/main.js';
const commandFile = `${bundleFolder}/lamppost.cjs`;

const loaderSource = 'tools/pack/load-program.cjs';

/**
 * Modules look for other files from where they stand in the repository. In a bundle they stand elsewhere, so each is told
 * where it was.
 * @type {import('esbuild').Plugin}
 */
const placesOfModules = {
  name: 'places of modules',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:apps|packages)\/[^/]+\/dist\/.*\.js$/ }, ({ path }) => {
      const place = JSON.stringify(`../${relative(repositoryRoot, path)}`);
      const code = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
      return { contents: code, loader: 'js' };
    });
  },
};

/** @returns {import('esbuild').BuildOptions} */
export const bundleOptions = () => ({
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  plugins: [placesOfModules, packagesOfOthers],
  legalComments: 'eof',
  // The process keeps its source in memory. Names stay, and lines, for traces of errors.
  minifyWhitespace: true,
  lineLimit: 160,
  logLevel: 'warning',
});

/**
 * @typedef {object} Programs
 * @property {string} command the file that the package's command runs
 * @property {readonly import('./make-tarball.mjs').PackedFile[]} files
 * @property {ReadonlySet<string>} imports packages of others that the code names
 * @property {readonly string[]} bundled folders of packages of others that are inside
 */

/**
 * The server and the command line, with the packages of this repository inside, and nearly all of others outside.
 * @returns {Promise<Programs>}
 */
export async function bundlePrograms() {
  const entries = [...new Set([...serverEntries(), command])];
  const names = new Map(entries.map((entry) => [entry, nameOf(entry)]));
  const { outputFiles, metafile } = await build({
    ...bundleOptions(),
    entryPoints: entries.map((entry) => ({ in: inRepository(entry), out: names.get(entry) ?? '' })),
    outdir: inRepository(bundleFolder),
    splitting: true,
    write: false,
    metafile: true,
    chunkNames: 'part-[hash]',
    outExtension: { '.js': '.cjs' },
  });
  const bundles = await Promise.all(
    outputFiles.map(async ({ path, text }) => ({
      path: relative(repositoryRoot, path),
      bytes: Buffer.from(await asScript(text)),
    })),
  );
  const loader = { path: `${bundleFolder}/load-program.cjs`, bytes: readFileSync(inRepository(loaderSource)) };
  const doors = entries.map((entry) => ({ path: entry, bytes: doorTo(`${names.get(entry)}.cjs`, dirname(entry)) }));
  const commandDoor = { path: commandFile, bytes: doorTo(`${names.get(command)}.cjs`, bundleFolder), isProgram: true };
  const files = [...bundles, loader, ...doors, commandDoor];
  return { command: commandFile, files, imports: importsOf(metafile, outputFiles), bundled: bundledIn(metafile) };
}

/** Compiled code can be kept of scripts, but not of modules, by every version of Node that the package runs on. */
async function asScript(/** @type {string} */ module) {
  const { code } = await transform(module.replace(/^#!.*\n/, ''), {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    // Modules are scripts by now, and compiled code that was kept cannot import.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__url' },
    // What it imports is taken as Node takes it from a module.
    sourcefile: 'bundle.mjs',
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return code;
}

/**
 * @param {string} bundle
 * @param {string} folder in which the door stands
 */
function doorTo(bundle, folder) {
  const way = folder === bundleFolder ? '.' : relative(folder, bundleFolder);
  return Buffer.from(`#!/usr/bin/env node\nrequire('${way}/load-program.cjs').load('${bundle}');\n`);
}

/** @param {string} entry */
const nameOf = (entry) => `${entry.split('/')[1]}-${basename(entry, '.js')}`;

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {readonly { text: string }[]} bundles
 */
function importsOf({ outputs }, bundles) {
  const stated = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .flatMap(({ path, external }) => (external && !isBuiltin(path) ? [path] : []));
  // Some are loaded by a function of their own, when they are first needed.
  const required = bundles.flatMap(({ text }) =>
    [...text.matchAll(/(?:load|createRequire\([^()]*(?:\([^()]*\)[^()]*)*\))\("([^"]+)"\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  return new Set([...stated, ...required].map(packageOf));
}

/** @param {string} specifier */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
