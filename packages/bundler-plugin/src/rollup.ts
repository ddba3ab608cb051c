import { createRollupPlugin } from 'unplugin';
import { BuildPublisher } from './build-publisher.ts';
import type { BundlerPluginOptions } from './options.ts';
import { appConstant, pluginName } from './plugin-name.ts';
import { type RollupBundle, RollupOutput } from './rollup-output.ts';
import { stampScripts } from './stamp-scripts.ts';

export type { BundlerPluginOptions } from './options.ts';

/** A plugin, as much as has to be known of it. */
export interface RollupPlugin {
  readonly name: string;
}

/** Does nothing while Rollup watches. */
export const lamppost: (options?: BundlerPluginOptions) => RollupPlugin = createRollupPlugin(
  (options: BundlerPluginOptions | undefined) => {
    const publisher = new BuildPublisher(options);
    const folder = process.cwd();
    return {
      name: pluginName,
      rollup: {
        async transform(code) {
          if (this.meta.watchMode || !code.includes(appConstant)) return undefined;
          return { code: code.replaceAll(appConstant, `(${await publisher.appExpression(folder)})`), map: null };
        },
        outputOptions(output) {
          const isMaking = publisher.mapsWanted === 'make' || Boolean(output.sourcemap);
          return this.meta.watchMode || !isMaking ? null : { ...output, sourcemap: 'hidden' };
        },
        generateBundle: {
          order: 'post',
          async handler(_, bundle) {
            if (this.meta.watchMode) return;
            const files = new RollupOutput(bundle as unknown as RollupBundle);
            await stampScripts(files);
            await publisher.publish(files, folder);
          },
        },
      },
    };
  },
) as (options?: BundlerPluginOptions) => RollupPlugin;
