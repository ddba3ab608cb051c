import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { inRepository, repositoryRoot } from '../run/paths.mjs';

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

/** The command that the package has. */
const command = 'apps/cli/dist/main.js';

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
  // Packages of others load modules of Node by it.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
  },
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
  });
  const bundles = outputFiles.map(({ path, contents }) => ({ path: relative(repositoryRoot, path), bytes: contents }));
  const doors = entries.map((entry) => ({
    path: entry,
    bytes: Buffer.from(`import '${relative(dirname(entry), `${bundleFolder}/${names.get(entry)}.js`)}';\n`),
  }));
  const files = [...bundles, ...doors].map((file) => ({ ...file, isProgram: file.path === doorOf(command) }));
  return { command: doorOf(command), files, imports: importsOf(metafile, bundles), bundled: bundledIn(metafile) };
}

/** @param {string} entry */
const nameOf = (entry) => `${entry.split('/')[1]}-${basename(entry, '.js')}`;
/** @param {string} entry */
const doorOf = (entry) => `${bundleFolder}/${nameOf(entry)}.js`;

/**
 * npm brings them, but for those that would come as hundreds of files, which take longer to find and to load than to run:
 * the distributions of @stdlib, Kysely, and what the server starts with. The package has a bound, so small ones stay outside.
 */
const bundledOfOthers = /^(?:@stdlib\/.+|kysely|fastify|pino|prom-client|uuidv7)$/;

/** What they would bring for nothing, and what stands in its place. @type {Readonly<Record<string, string>>} */
const leftOut = {
  // Prints for developers of @stdlib.
  debug: '() => () => {}',
  // Traces for a metric of prom-client that is not used.
  '@opentelemetry/api': '{}',
  // Compile schemas, which no route has.
  '@fastify/ajv-compiler': '() => { throw new Error("There is no compiler of schemas"); }',
  '@fastify/fast-json-stringify-compiler': '() => { throw new Error("There is no compiler of schemas"); }',
};

/** @type {import('esbuild').Plugin} */
const packagesOfOthers = {
  name: 'packages of others',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer }) => {
      const isOfOthers = importer.includes('/node_modules/');
      if (isOfOthers && path in leftOut) return { path, namespace: 'left out' };
      if (kind === 'entry-point' || isOfOthers || path.startsWith('@lamppost/') || bundledOfOthers.test(path)) return;
      return { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'left out' }, ({ path }) => ({ contents: `module.exports = ${leftOut[path]};` }));
  },
};

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {readonly { bytes: Uint8Array }[]} bundles
 */
function importsOf({ outputs }, bundles) {
  const stated = Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .flatMap(({ path, external }) => (external && !isBuiltin(path) ? [path] : []));
  // Some are loaded by a function of their own, when they are first needed.
  const required = bundles.flatMap(({ bytes }) =>
    [
      ...Buffer.from(bytes)
        .toString()
        .matchAll(/(?:load|createRequire\([^()]*(?:\([^()]*\)[^()]*)*\))\("([^"]+)"\)/g),
    ].map(([, name = '']) => name),
  );
  return new Set([...stated, ...required].map(packageOf));
}

/** @param {import('esbuild').Metafile} metafile */
const bundledIn = ({ inputs }) => [
  ...new Set(Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])),
];

/** @param {string} specifier */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
