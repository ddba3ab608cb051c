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

/** What `npm start` needs, in order. @type {readonly BuildStep[]} */
export const buildSteps = [
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
  {
    title: 'Building packages/evaluator',
    ...tool('tsc', '-b', 'packages/evaluator'),
    output: 'packages/evaluator/dist/index.js',
    hint: typeHint,
  },
  {
    title: 'Building apps/server',
    ...tool('tsc', '-b', 'apps/server'),
    output: 'apps/server/dist/main.js',
    hint: typeHint,
  },
  {
    title: 'Building apps/dashboard',
    ...tool('vite', 'build', 'apps/dashboard', '--logLevel', 'warn'),
    output: 'apps/dashboard/dist/index.html',
    hint: 'Types are not checked by this: `npx tsc -b apps/dashboard` names file and line.',
  },
];

/** What the build reads. A folder means everything in it but what is generated or installed. */
export const buildInputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'tools/run/build-steps.mjs',
  'packages/protocol/package.json',
  'packages/protocol/tsconfig.json',
  'packages/protocol/src',
  'packages/evaluator/package.json',
  'packages/evaluator/tsconfig.json',
  'packages/evaluator/src',
  'apps/server/package.json',
  'apps/server/tsconfig.json',
  'apps/server/src',
  'apps/dashboard/package.json',
  'apps/dashboard/index.html',
  'apps/dashboard/vite.config.ts',
  'apps/dashboard/build',
  'apps/dashboard/public',
  'apps/dashboard/src',
];

/** @type {import('./run-steps.mjs').Step} */
export const benchStep = { title: 'Building bench', ...tool('tsc', '-b', 'bench'), hint: typeHint };

/** @type {BuildStep} */
export const demoDataStep = {
  title: 'Building packages/demo-data',
  ...tool('tsc', '-b', 'packages/demo-data'),
  output: 'packages/demo-data/dist/command/demo-main.js',
  hint: typeHint,
};

/** SDKs as they are published; the server needs none of them. @type {import('./run-steps.mjs').Step} */
export const sdkStep = {
  title: 'Building SDKs',
  ...node('tools/build-sdks/main.mjs'),
  hint: 'The packages are those of tools/run/sdk-packages.mjs.',
};

const sdkFolders = sdkPackages.map(({ folder }) => folder);

/** SDKs alone, for those who need nothing else. @type {readonly import('./run-steps.mjs').Step[]} */
export const sdkSteps = [{ title: 'Compiling SDKs', ...tool('tsc', '-b', ...sdkFolders), hint: typeHint }, sdkStep];

/** What the SDKs are made of. */
export const sdkInputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'tools/build-sdks',
  'tools/run/build-steps.mjs',
  'tools/run/sdk-packages.mjs',
  ...['packages/protocol', 'packages/evaluator', 'packages/sdk-core', ...sdkFolders].flatMap((folder) =>
    ['package.json', 'tsconfig.json', 'src'].map((part) => `${folder}/${part}`),
  ),
];

export const sdkOutputs = sdkPackages.flatMap(({ folder, entries }) =>
  entries.map((entry) => `${folder}/dist/${entry}.js`),
);

/** Types of everything, tests and bench included. @type {import('./run-steps.mjs').Step} */
export const typeStep = { title: 'Types', ...tool('tsc', '-b'), hint: typeHint };
