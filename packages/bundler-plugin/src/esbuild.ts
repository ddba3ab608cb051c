import { dirname, resolve } from 'node:path';
import type { BuildOptions, PluginBuild } from 'esbuild';
import { createEsbuildPlugin } from 'unplugin';
import { BuildPublisher } from './build-publisher.ts';
import { EsbuildOutput } from './esbuild-output.ts';
import type { BundlerPluginOptions } from './options.ts';
import { appConstant, pluginName } from './plugin-name.ts';
import { stampScripts } from './stamp-scripts.ts';
import { takeSourceMaps } from './take-source-maps.ts';

export type { BundlerPluginOptions } from './options.ts';

/** A plugin, as much as has to be known of it. */
export interface EsbuildPlugin {
  readonly name: string;
  setup(build: unknown): void | Promise<void>;
}

/**
 * esbuild does not tell plugins whether it watches. A build that is not minified is taken as development, and nothing is
 * done; further builds of the same context upload nothing.
 */
export const lamppost: (options?: BundlerPluginOptions) => EsbuildPlugin = createEsbuildPlugin(
  (options: BundlerPluginOptions | undefined) => ({
    name: pluginName,
    esbuild: {
      async setup(build) {
        if (isMinified(build.initialOptions)) await attach(build, new BuildPublisher(options));
      },
    },
  }),
) as (options?: BundlerPluginOptions) => EsbuildPlugin;

const isMinified = ({ minify, minifyIdentifiers, minifyWhitespace }: BuildOptions): boolean =>
  Boolean(minify || minifyIdentifiers || minifyWhitespace);

async function attach({ initialOptions, onEnd }: PluginBuild, publisher: BuildPublisher): Promise<void> {
  const folder = initialOptions.absWorkingDir ?? process.cwd();
  const outputFolder = resolve(folder, initialOptions.outdir ?? dirname(initialOptions.outfile ?? '.'));
  initialOptions.define = { ...initialOptions.define, [appConstant]: await publisher.appExpression(folder) };
  // Without comments in the scripts; the metafile says which files were made.
  if (publisher.mapsWanted === 'make' || initialOptions.sourcemap) initialOptions.sourcemap = 'external';
  initialOptions.metafile = true;

  let builds = 0;
  onEnd(async (result) => {
    builds += 1;
    const files = new EsbuildOutput(result, folder, outputFolder);
    try {
      if (builds > 1) {
        await takeSourceMaps(files);
        return undefined;
      }
      if (result.errors.length > 0) return undefined;
      await stampScripts(files);
      await publisher.publish(files, folder);
    } catch (error) {
      return { errors: [{ text: (error as Error).message }] };
    }
    return undefined;
  });
}
