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
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
