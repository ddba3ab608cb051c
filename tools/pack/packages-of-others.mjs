import { readFileSync } from 'node:fs';

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

/**
 * The router compiles a function for the beginning of each route, of which there are 330, and again whenever another route
 * shortens it: a tenth of the start. Comparing does the same.
 * @param {string} code of find-my-way/lib/node.js
 */
function comparingPrefixes(code) {
  const compiled = /^function compilePrefixMatch \(prefix\) \{$.*?^\}$/ms;
  if (!compiled.test(code)) throw new Error('find-my-way has changed: compilePrefixMatch is not where it was');
  return code.replace(
    compiled,
    'function compilePrefixMatch (prefix) { return (path, i) => path.startsWith(prefix, i) }',
  );
}

/** @type {import('esbuild').Plugin} */
export const packagesOfOthers = {
  name: 'packages of others',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer }) => {
      const isOfOthers = importer.includes('/node_modules/');
      if (isOfOthers && path in leftOut) return { path, namespace: 'left out' };
      if (kind === 'entry-point' || isOfOthers || path.startsWith('@lamppost/') || bundledOfOthers.test(path)) return;
      return { path, external: true };
    });
    onLoad({ filter: /\/find-my-way\/lib\/node\.js$/ }, ({ path }) => ({
      contents: comparingPrefixes(readFileSync(path, 'utf8')),
    }));
    onLoad({ filter: /.*/, namespace: 'left out' }, ({ path }) => ({ contents: `module.exports = ${leftOut[path]};` }));
  },
};

/** @param {import('esbuild').Metafile} metafile */
export const bundledIn = ({ inputs }) => [
  ...new Set(Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])),
];
