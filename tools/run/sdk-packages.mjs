/**
 * Packages that are published as bundles: everything of the repository that they need is inside, and their types stand
 * alone too. `tsc -b` compiles each into dist/modules first; of that only the declarations are read here.
 *
 * @typedef {object} SdkPackage
 * @property {string} folder
 * @property {readonly string[]} entries files of src that become files of dist
 * @property {readonly ('esm' | 'cjs')[]} formats
 * @property {'node' | 'browser' | 'neutral'} platform
 * @property {string} target of esbuild
 * @property {readonly string[]} external packages that the app brings
 */

/** @type {readonly SdkPackage[]} */
export const sdkPackages = [
  {
    folder: 'packages/sdk-node',
    entries: ['index'],
    formats: ['esm', 'cjs'],
    platform: 'node',
    target: 'node20',
    external: [],
  },
  {
    folder: 'packages/sdk-react',
    entries: ['index'],
    formats: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2020',
    external: ['react'],
  },
  {
    folder: 'packages/openfeature',
    entries: ['server', 'web'],
    formats: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    external: ['@openfeature/*'],
  },
];
