import { createVitePlugin } from 'unplugin';
import { BuildPublisher } from './build-publisher.ts';
import type { BundlerPluginOptions } from './options.ts';
import { appConstant, pluginName } from './plugin-name.ts';
import { type RollupBundle, RollupOutput } from './rollup-output.ts';
import { stampScripts } from './stamp-scripts.ts';

export type { BundlerPluginOptions } from './options.ts';

/** A plugin, as much as has to be known of it. */
export interface VitePlugin {
  readonly name: string;
}

/** Does nothing in the development server, nor in a build that watches. */
export const lamppost: (options?: BundlerPluginOptions) => VitePlugin = createVitePlugin(
  (options: BundlerPluginOptions | undefined) => {
    const publisher = new BuildPublisher(options);
    let folder = process.cwd();
    let isWatching = false;
    return {
      name: pluginName,
      enforce: 'post',
      vite: {
        apply: 'build',
        async config(config) {
          folder = config.root ?? folder;
          isWatching = Boolean(config.build?.watch);
          if (isWatching) return undefined;
          const isMaking = publisher.mapsWanted === 'make' || Boolean(config.build?.sourcemap);
          return {
            define: { [appConstant]: await publisher.appExpression(folder) },
            // Without comments in the scripts.
            ...(isMaking && { build: { sourcemap: 'hidden' as const } }),
          };
        },
        // An output may have a setting of its own.
        outputOptions: (output) => (isWatching || !output.sourcemap ? null : { ...output, sourcemap: 'hidden' }),
        generateBundle: {
          // After those that still change scripts and their maps.
          order: 'post',
          async handler(_, bundle) {
            if (isWatching) return;
            const files = new RollupOutput(bundle as unknown as RollupBundle);
            await stampScripts(files);
            await publisher.publish(files, folder);
          },
        },
      },
    };
  },
) as (options?: BundlerPluginOptions) => VitePlugin;
