import { build } from 'esbuild';
import { internalNames } from '../run/internal-names.mjs';

const mangling = { minify: true, mangleProps: new RegExp(`^(?:${internalNames.join('|')})$`) };

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
    ...(isMinified && mangling),
    legalComments: 'eof',
    logLevel: 'warning',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
