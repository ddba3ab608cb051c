import { inRepository } from './paths.mjs';
import { sdkPackages } from './sdk-packages.mjs';

/** @typedef {import('./run-steps.mjs').Step & { output: string }} BuildStep `output` is there when the step was done */

/** @param {string} name */
const binary = (name) => inRepository(`node_modules/.bin/${name}`);

/**
 * A program of node_modules, started without a shell and without its shebang, so that it works everywhere.
 * @param {string} name
 * @param {...string} args
 */
export const tool = (name, ...args) => ({ command: process.execPath, args: [binary(name), ...args] });

/** @param {...string} args */
const node = (...args) => ({ command: process.execPath, args });

const typeHint = 'The lines above name file and line.';

/** @param {string} folder @returns {readonly string[]} */
const sourcesOf = (folder) => ['package.json', 'tsconfig.json', 'src'].map((part) => `${folder}/${part}`);

/**
 * What is built together, when something of it has changed.
 *
 * @typedef {object} Build
 * @property {string} name
 * @property {readonly string[]} inputs a folder means everything in it but what is generated or installed
 * @property {readonly (import('./run-steps.mjs').Step | BuildStep)[]} steps
 * @property {readonly string[]} [outputs] in addition to those of the steps
 */

const settings = ['package-lock.json', 'tsconfig.base.json', 'tools/run/build-steps.mjs'];

/** @type {Build} */
const protocolBuild = {
  name: 'protocol',
  inputs: [...settings, ...sourcesOf('packages/protocol')],
  steps: [
    {
      title: 'Building packages/protocol',
      ...tool('tsc', '-b', 'packages/protocol'),
      output: 'packages/protocol/dist/index.js',
      hint: typeHint,
    },
    {
      title: 'Generating validators',
      ...node('packages/protocol/dist/generate/main.js'),
      output: 'packages/protocol/dist/body-validators.js',
      hint: 'The generator is packages/protocol/src/generate/.',
    },
  ],
};

/** @type {Build} */
const serverBuild = {
  name: 'server',
  inputs: [...protocolBuild.inputs, ...['packages/evaluator', 'packages/statistics', 'apps/server'].flatMap(sourcesOf)],
  steps: [
    {
      title: 'Building packages/evaluator',
      ...tool('tsc', '-b', 'packages/evaluator'),
      output: 'packages/evaluator/dist/index.js',
      hint: typeHint,
    },
    {
      title: 'Building packages/statistics',
      ...tool('tsc', '-b', 'packages/statistics'),
      output: 'packages/statistics/dist/index.js',
      hint: typeHint,
    },
    {
      title: 'Building apps/server',
      ...tool('tsc', '-b', 'apps/server'),
      output: 'apps/server/dist/main.js',
      hint: typeHint,
    },
  ],
};

/** The command line; the server is a program of its own. @type {Build} */
const cliBuild = {
  name: 'cli',
  inputs: [...protocolBuild.inputs, ...sourcesOf('apps/cli')],
  steps: [
    {
      title: 'Building apps/cli',
      ...tool('tsc', '-b', 'apps/cli'),
      output: 'apps/cli/dist/main.js',
      hint: typeHint,
    },
  ],
};

/** Of other packages it has types only, which are not in what is built. @type {Build} */
const dashboardBuild = {
  name: 'dashboard',
  inputs: [
    ...settings,
    ...['package.json', 'index.html', 'vite.config.ts', 'build', 'public', 'src'].map(
      (part) => `apps/dashboard/${part}`,
    ),
  ],
  steps: [
    {
      title: 'Building apps/dashboard',
      ...tool('vite', 'build', 'apps/dashboard', '--logLevel', 'warn'),
      // Test runners say "test", and Vite would build what is meant for development.
      env: { ...process.env, NODE_ENV: 'production' },
      output: 'apps/dashboard/dist/index.html',
      hint: 'Types are not checked by this: `npx tsc -b apps/dashboard` names file and line.',
    },
  ],
};

/** The documentation, from the documents of the repository and the description of the API. @type {Build} */
const docsBuild = {
  name: 'docs',
  inputs: [
    ...protocolBuild.inputs,
    ...['CHANGELOG.md', 'Dockerfile', 'package.json', 'deploy', 'tools/build-docs', 'tools/run/sdk-packages.mjs'],
    ...['adr', 'guides', 'reference', 'specs', 'glossary.md', 'performance.md', 'statistics.md'].map(
      (part) => `docs/${part}`,
    ),
    ...sdkPackages.map(({ folder }) => `${folder}/README.md`),
    ...['src/design/tokens.css', 'public'].map((part) => `apps/dashboard/${part}`),
  ],
  steps: [
    {
      title: 'Building documentation',
      ...node('tools/build-docs/main.mjs'),
      output: 'dist/docs/index.html',
      hint: 'The pages are those of tools/build-docs/navigation.mjs.',
    },
  ],
};

/** What `npm start` needs, in order. @type {readonly Build[]} */
export const serverBuilds = [protocolBuild, serverBuild, cliBuild, dashboardBuild, docsBuild];

/** @type {import('./run-steps.mjs').Step} */
export const benchStep = { title: 'Building bench', ...tool('tsc', '-b', 'bench'), hint: typeHint };

/** @type {Build} */
export const demoDataBuild = {
  name: 'demo-data',
  inputs: [...settings, ...sourcesOf('packages/evaluator'), ...sourcesOf('packages/demo-data')],
  steps: [
    {
      title: 'Building packages/demo-data',
      ...tool('tsc', '-b', 'packages/demo-data'),
      output: 'packages/demo-data/dist/command/demo-main.js',
      hint: typeHint,
    },
  ],
};

/** SDKs as they are published; the server needs none of them. @type {import('./run-steps.mjs').Step} */
export const sdkStep = {
  title: 'Building SDKs',
  ...node('tools/build-sdks/main.mjs'),
  hint: 'The packages are those of tools/run/sdk-packages.mjs.',
};

const sdkFolders = sdkPackages.map(({ folder }) => folder);
export const sdkOutputs = [
  ...sdkPackages.flatMap(({ folder, entries }) => entries.map((entry) => `${folder}/dist/${entry}.js`)),
  'dist/sdk/packages.json',
];

/** SDKs alone, for those who need nothing else. @type {Build} */
export const sdkBuild = {
  name: 'sdks',
  inputs: [
    ...settings,
    'LICENSE',
    'tools/build-sdks',
    'tools/pack',
    'tools/run/sdk-packages.mjs',
    ...['packages/protocol', 'packages/evaluator', 'packages/sdk-core', ...sdkFolders].flatMap(sourcesOf),
    ...sdkFolders.map((folder) => `${folder}/README.md`),
  ],
  steps: [
    {
      title: 'Building packages/sdk-core',
      ...tool('tsc', '-b', 'packages/sdk-core'),
      output: 'packages/sdk-core/dist/index.js',
      hint: typeHint,
    },
    { title: 'Compiling SDKs', ...tool('tsc', '-b', ...sdkFolders), hint: typeHint },
    sdkStep,
  ],
  outputs: sdkOutputs,
};

/** Server, command line and dashboard as people install them: in few files, so that they start sooner. @type {Build} */
export const productBuild = {
  name: 'product',
  inputs: [
    ...new Set([...serverBuilds, sdkBuild].flatMap(({ inputs }) => inputs)),
    ...['README.md', 'docs/package.md', 'deploy', 'package.json', 'apps/server/assets'],
  ],
  steps: [
    {
      title: 'Bundling what people install',
      ...node('tools/pack/unpacked.mjs'),
      output: 'dist/product/apps/server/dist/main.js',
      hint: 'The files are those of tools/pack/pack-product.mjs.',
    },
  ],
};

/** Code of the product, compiled for this Node: a third of the time that each start would take. @type {Build} */
export const compiledBuild = {
  name: 'compiled',
  inputs: productBuild.inputs,
  steps: [
    {
      title: 'Compiling what the tests start',
      ...node('tools/pack/compile-product.mjs'),
      output: 'dist/product/lib/compiled',
      hint: 'It starts dist/product/apps/server/dist/main.js.',
    },
  ],
};

/** What the tests of one package take from another that is neither published nor part of the server. @type {Build} */
export const contractsBuild = {
  name: 'contracts',
  inputs: [
    ...protocolBuild.inputs,
    ...['packages/evaluator', 'packages/sdk-core'].flatMap((folder) => [
      ...sourcesOf(folder),
      `${folder}/tsconfig.tests.json`,
    ]),
  ],
  steps: [
    {
      title: 'Building contracts of packages/evaluator',
      ...tool('tsc', '-b', 'packages/evaluator/tsconfig.tests.json'),
      output: 'packages/evaluator/dist/evaluation-cases.contract.js',
      hint: typeHint,
    },
    {
      title: 'Building contracts of packages/sdk-core',
      ...tool('tsc', '-b', 'packages/sdk-core/tsconfig.tests.json'),
      output: 'packages/sdk-core/dist/testing/index.js',
      hint: typeHint,
    },
  ],
};

/** Types of everything, tests and bench included. @type {import('./run-steps.mjs').Step} */
export const typeStep = { title: 'Types', ...tool('tsc', '-b'), hint: typeHint };
