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
 * @property {boolean} [isMinified] with short names for internalNames, too
 * @property {readonly { entry: string, file: string, format: 'esm' | 'cjs' | 'iife' }[]} [others] bundles without types of their own
 * @property {number} [maxBytes] of its `createLamppost`, bundled into an app, minified and gzipped
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
    folder: 'packages/sdk-browser',
    entries: ['index', 'autocapture', 'plugins', 'svelte', 'vue'],
    formats: ['esm', 'cjs'],
    platform: 'browser',
    target: 'es2022',
    external: ['vue'],
    isMinified: true,
    others: [
      { entry: 'server', file: 'server', format: 'esm' },
      { entry: 'server', file: 'server', format: 'cjs' },
      { entry: 'script', file: 'lamppost', format: 'iife' },
    ],
    maxBytes: 7_168,
  },
  {
    folder: 'packages/sdk-react',
    entries: ['index', 'next'],
    formats: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2020',
    external: ['react', '@lamppost/browser', '@lamppost/react'],
  },
  {
    folder: 'packages/sdk-react-native',
    entries: ['index', 'mock'],
    formats: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2020',
    external: ['react-native'],
  },
  {
    folder: 'packages/openfeature',
    entries: ['server', 'web'],
    formats: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    external: ['@openfeature/*'],
  },
  {
    folder: 'packages/bundler-plugin',
    entries: ['vite', 'webpack', 'rollup', 'esbuild', 'app'],
    formats: ['esm'],
    platform: 'node',
    target: 'node20',
    external: [],
  },
];
