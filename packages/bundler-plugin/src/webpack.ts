import { createWebpackPlugin } from 'unplugin';
import type { Compiler } from 'webpack';
import { BuildPublisher } from './build-publisher.ts';
import type { BundlerPluginOptions } from './options.ts';
import { appConstant, pluginName } from './plugin-name.ts';
import { stampScripts } from './stamp-scripts.ts';
import { WebpackOutput } from './webpack-output.ts';

export type { BundlerPluginOptions } from './options.ts';

/** A plugin, as much as has to be known of it. */
export type WebpackPlugin = { apply(compiler: unknown): void };

/** Does nothing in mode `development`, while webpack watches, nor in its development server. */
export const lamppost: (options?: BundlerPluginOptions) => WebpackPlugin = createWebpackPlugin(
  (options: BundlerPluginOptions | undefined) => ({
    name: pluginName,
    webpack(compiler: Compiler) {
      if (!isDevelopment(compiler)) attach(compiler, new BuildPublisher(options));
    },
  }),
) as (options?: BundlerPluginOptions) => WebpackPlugin;

function isDevelopment({ options: { mode, watch } }: Compiler): boolean {
  return mode === 'development' || watch === true || Boolean(process.env.WEBPACK_SERVE || process.env.WEBPACK_WATCH);
}

function attach(compiler: Compiler, publisher: BuildPublisher): void {
  const { webpack, options, context: folder } = compiler;
  const makesMapsItself = options.plugins.some((plugin) => plugin instanceof webpack.SourceMapDevToolPlugin);
  // Other kinds put maps, or what they are made of, into the scripts.
  if (options.devtool && options.devtool !== 'source-map') options.devtool = 'hidden-source-map';

  let app = 'undefined';
  // Not called while webpack watches, which nobody knows earlier.
  compiler.hooks.beforeRun.tapPromise(pluginName, async () => {
    app = await publisher.appExpression(folder);
    if (publisher.mapsWanted === 'make' && !options.devtool && !makesMapsItself) {
      new webpack.SourceMapDevToolPlugin({ filename: '[file].map[query]', append: false }).apply(compiler);
    }
  });
  // The version keeps a cache on disk from saying an earlier build.
  const value = webpack.DefinePlugin.runtimeValue(() => app, { version: () => app });
  new webpack.DefinePlugin({ [appConstant]: value }).apply(compiler);

  compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
    if (compiler.watchMode) return;
    const files = new WebpackOutput(compilation, compiler);
    const { processAssets } = compilation.hooks;
    const { PROCESS_ASSETS_STAGE_DEV_TOOLING, PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER } = webpack.Compilation;
    // Maps are there, and names are not yet made of what is in the files.
    processAssets.tapPromise({ name: pluginName, stage: PROCESS_ASSETS_STAGE_DEV_TOOLING + 1 }, () =>
      stampScripts(files),
    );
    // Names are final, and nothing is compressed yet.
    processAssets.tapPromise({ name: pluginName, stage: PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1 }, async () => {
      try {
        await publisher.publish(files, folder);
      } catch (error) {
        compilation.errors.push(new webpack.WebpackError((error as Error).message));
      }
    });
  });
}
