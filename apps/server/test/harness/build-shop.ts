import { join } from 'node:path';
import { lamppost as forEsbuild } from '@lamppost/bundler-plugin/esbuild';
import { lamppost as forRollup } from '@lamppost/bundler-plugin/rollup';
import { type BundlerPluginOptions, lamppost as forVite } from '@lamppost/bundler-plugin/vite';
import { lamppost as forWebpack } from '@lamppost/bundler-plugin/webpack';
import { context, build as esbuild, transform } from 'esbuild';
import { type OutputOptions, type Plugin, type RollupOptions, rollup, watch } from 'rollup';
import { type Rolldown, build as vite } from 'vite';
import { type Configuration, type Stats, webpack } from 'webpack';
import type { BuiltShop } from './built-shop.ts';

/** How an app may be built. */
export interface ShopBuild {
  readonly plugin: BundlerPluginOptions;
  /** The app asks for maps itself: in files, or inside its scripts. */
  readonly maps?: 'files' | 'inline';
  /** What was built before is remembered on disk, where the bundler can do that. */
  readonly isCached?: boolean;
}

export interface Bundler {
  readonly name: string;
  /** Minified, as for production; answers with the script of the page. */
  build(shop: BuiltShop, build: ShopBuild): Promise<string>;
  /** Once, while it watches, as people do who develop. The app asks for maps in files. */
  watch(shop: BuiltShop, plugin: BundlerPluginOptions): Promise<void>;
}

const scriptIn = (shop: BuiltShop, name: RegExp): string =>
  Object.keys(shop.built()).find((file) => name.test(file)) ?? '';

const viteConfig = (shop: BuiltShop, { plugin, maps }: ShopBuild, isWatching = false) => ({
  root: shop.folder,
  base: '/shop/',
  configFile: false as const,
  logLevel: 'silent' as const,
  plugins: [forVite(plugin)],
  build: {
    sourcemap: maps === 'files',
    ...(maps === 'inline' && { rolldownOptions: { output: { sourcemap: 'inline' as const } } }),
    ...(isWatching && { watch: {} }),
  },
});

const viteBundler: Bundler = {
  name: 'Vite',
  async build(shop, build) {
    await vite(viteConfig(shop, build));
    return scriptIn(shop, /^assets\/index-.*\.js$/);
  },
  async watch(shop, plugin) {
    const watcher = (await vite(viteConfig(shop, { plugin, maps: 'files' }, true))) as Rolldown.RolldownWatcher;
    await new Promise<void>((resolve) => {
      watcher.on('event', ({ code }) => {
        if (code === 'END') resolve();
      });
    });
    await watcher.close();
  },
};

const webpackConfig = (shop: BuiltShop, { plugin, maps, isCached = false }: ShopBuild): Configuration => ({
  context: shop.folder,
  mode: 'production',
  entry: shop.entry,
  output: {
    path: shop.output,
    filename: 'main.[contenthash].js',
    chunkFilename: 'chunks/[contenthash].js',
    publicPath: '/shop/',
  },
  devtool: maps === undefined ? false : maps === 'files' ? 'source-map' : 'inline-source-map',
  // It takes seconds, and has to be done once.
  optimization: { minimize: maps === undefined },
  plugins: [forWebpack(plugin)],
  ...(isCached && { cache: { type: 'filesystem', cacheDirectory: join(shop.folder, 'cache') } }),
});

const settle = (resolve: () => void, reject: (error: Error) => void) => (error: Error | null, stats?: Stats) =>
  error !== null || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve();

export const webpackBundler: Bundler = {
  name: 'webpack',
  async build(shop, build) {
    await new Promise<void>((resolve, reject) => {
      const compiler = webpack(webpackConfig(shop, build));
      // A cache is written when the compiler is closed.
      compiler?.run(settle(() => compiler.close((error) => (error ? reject(error) : resolve())), reject));
    });
    return scriptIn(shop, /^main\..*\.js$/);
  },
  async watch(shop, plugin) {
    const compiler = webpack(webpackConfig(shop, { plugin, maps: 'files' }));
    await new Promise<void>((resolve, reject) => {
      const watching = compiler?.watch(
        {},
        settle(() => watching?.close(() => resolve()), reject),
      );
    });
  },
};

const packagesOf = (shop: BuiltShop): Plugin => ({
  name: 'packages',
  resolveId(source) {
    const [, name, entry = 'index'] = /^(@lamppost\/[\w-]+)(?:\/(\w+))?$/.exec(source) ?? [];
    return name === undefined ? null : join(shop.folder, 'node_modules', name, `dist/${entry}.js`);
  },
});
const minified: Plugin = {
  name: 'minified',
  renderChunk: (code) => transform(code, { minify: true, sourcemap: 'external' }),
};

function rollupConfig(shop: BuiltShop, { plugin, maps }: ShopBuild): { options: RollupOptions; output: OutputOptions } {
  return {
    // Rollup does not know where the app is, other than by the folder that it runs in.
    options: { input: shop.entry, plugins: [packagesOf(shop), minified, forRollup({ release: '1.4.0', ...plugin })] },
    output: {
      dir: shop.output,
      format: 'es',
      chunkFileNames: 'chunks/[name]-[hash].js',
      sourcemap: maps === 'inline' ? 'inline' : maps === 'files',
    },
  };
}

const rollupBundler: Bundler = {
  name: 'Rollup',
  async build(shop, build) {
    const { options, output } = rollupConfig(shop, build);
    const bundle = await rollup(options);
    await bundle.write(output).finally(() => bundle.close());
    return 'main.js';
  },
  async watch(shop, plugin) {
    const { options, output } = rollupConfig(shop, { plugin, maps: 'files' });
    const watcher = watch({ ...options, output });
    await new Promise<void>((resolve) => {
      watcher.on('event', ({ code }) => {
        if (code === 'END') resolve();
      });
    });
    await watcher.close();
  },
};

const esbuildConfig = (shop: BuiltShop, { plugin, maps }: ShopBuild) => ({
  absWorkingDir: shop.folder,
  entryPoints: ['src/main.js'],
  outdir: 'dist',
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm' as const,
  logLevel: 'silent' as const,
  sourcemap: maps === undefined ? false : maps === 'files' ? ('linked' as const) : ('inline' as const),
  plugins: [forEsbuild(plugin)],
});

export const esbuildBundler: Bundler = {
  name: 'esbuild',
  async build(shop, build) {
    await esbuild(esbuildConfig(shop, build));
    return 'main.js';
  },
  async watch(shop, plugin) {
    const watching = await context({ ...esbuildConfig(shop, { plugin, maps: 'files' }), minify: false });
    await watching.rebuild();
    await watching.dispose();
  },
};

/** For production, several times in one process, as a program does that keeps a context. */
export async function rebuildWithEsbuild(shop: BuiltShop, plugin: BundlerPluginOptions, times: number): Promise<void> {
  const kept = await context(esbuildConfig(shop, { plugin }));
  for (let at = 0; at < times; at += 1) await kept.rebuild();
  await kept.dispose();
}

export const bundlers: readonly Bundler[] = [viteBundler, webpackBundler, rollupBundler, esbuildBundler];
