import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { internalNames } from '../run/internal-names.mjs';
import { inRepository } from '../run/paths.mjs';

const shortNames = Object.assign({}, ...Object.values(internalNames));
const smallest = {
  minify: true,
  mangleProps: new RegExp(`^(?:${Object.keys(shortNames).join('|')})$`),
  mangleCache: shortNames,
  // From its source: what the compiler has made of it is for older engines, and longer.
  alias: { '@lamppost/sdk-core': inRepository('packages/sdk-core/src/index.ts') },
};

/**
 * unplugin requires it by name whenever it makes a plugin for webpack, and uses it for plugins with modules of their own
 * only: ours has none, and its bundle could not require it.
 * @type {import('esbuild').Plugin}
 */
const withoutVirtualModules = {
  name: 'without-virtual-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]unplugin[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll('__require("webpack-virtual-modules")', 'undefined');
      if (contents === text) throw new Error('unplugin does not require webpack-virtual-modules any more');
      return { contents, loader: 'js' };
    });
  },
};

/**
 * A bundle as it is published.
 * @param {Pick<import('../run/sdk-packages.mjs').SdkPackage, 'platform' | 'target' | 'external' | 'isMinified'>} sdk
 * @param {import('esbuild').BuildOptions} entry
 * @returns {Promise<Uint8Array>}
 */
export async function bundlePublished({ platform, target, external, isMinified }, entry) {
  const { outputFiles = [] } = await build({
    ...entry,
    write: false,
    bundle: true,
    platform,
    target,
    external: [...external],
    ...(isMinified && smallest),
    plugins: [withoutVirtualModules],
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
