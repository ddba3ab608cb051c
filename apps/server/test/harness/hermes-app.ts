import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadConfig, runBuild } from 'metro';
import { composeSourceMaps, type MixedSourceMap } from 'metro-source-map';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const metroRuntime = dirname(
  createRequire(require.resolve('metro/package.json')).resolve('metro-runtime/package.json'),
);

/** The current one, as React Native runs it; there is no virtual machine for its bytecode on npm. */
export const currentCompiler = join(
  dirname(require.resolve('hermes-compiler/package.json')),
  'hermesc/linux64-bin/hermesc',
);
/** The newest virtual machine on npm, and the compiler for it. */
const programs = join(dirname(require.resolve('hermes-engine-cli/package.json')), 'linux64-bin');
const machine = join(programs, 'hermes');
export const compilerOfMachine = join(programs, 'hermesc');

/** There are binaries for Linux on x64, and macOS and Windows have others. */
export const hasHermes = process.platform === 'linux' && process.arch === 'x64' && existsSync(machine);

/** What React Native has put into the global scope when an app begins, as far as the SDK asks. */
const environment = `
globalThis.console = { log: (line) => print('LOG ' + line) };
globalThis.ErrorUtils = {
  getGlobalHandler: () => ErrorUtils.handler,
  setGlobalHandler: (handler) => { ErrorUtils.handler = handler; },
  handler: (error, isFatal) => print('HANDLED ' + isFatal + ' ' + error.message),
};
// The machine does not wait: what is for later than now never comes.
const soon = globalThis.setTimeout;
globalThis.setTimeout = (task, delayMs) => (delayMs > 0 ? 0 : soon(task, 0));
globalThis.clearTimeout = () => {};
// The virtual machine has no network: the test sends what it prints.
globalThis.fetch = (url, { method, headers, body }) => {
  print('REQUEST ' + JSON.stringify({ url, method, headers, body }));
  return Promise.resolve({ status: 202, headers: { get: () => null }, text: () => Promise.resolve('{"data":{}}') });
};
`;

const reactNative = `
export const AppState = { currentState: 'active', addEventListener: () => ({ remove() {} }) };
export const Dimensions = { get: () => ({ width: 411, height: 914 }) };
export const Platform = { OS: 'android', Version: 34, constants: { Release: '14', Model: 'Pixel 8' } };
`;

export interface PrintedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An app of React Native in a folder of its own, with the SDK as it is published. */
export class HermesApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'lamppost-hermes-'));
  readonly #script = join(this.folder, 'build/index.android.bundle');
  readonly #bytecode = join(this.folder, 'assets/index.android.bundle');

  constructor(sources: Readonly<Record<string, string>>) {
    const sdk = fileURLToPath(new URL('../../../../packages/sdk-react-native', import.meta.url));
    for (const part of ['package.json', 'dist']) {
      cpSync(join(sdk, part), join(this.folder, 'node_modules/@lamppost/react-native', part), { recursive: true });
    }
    const files = {
      'package.json': '{"name":"shop","version":"1.4.0"}',
      'node_modules/react-native/package.json': '{"name":"react-native","main":"index.js"}',
      'node_modules/react-native/index.js': reactNative,
      'environment.js': environment,
      ...sources,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
    for (const file of [this.#script, this.#bytecode]) mkdirSync(dirname(file));
  }

  /** As `react-native bundle` does for a release; answers with Metro's own map. */
  async bundleWithMetro(): Promise<MixedSourceMap> {
    const config = await loadConfig(
      { cwd: this.folder },
      {
        projectRoot: this.folder,
        // Metro puts modules of its own into every bundle.
        watchFolders: [metroRuntime],
        resolver: { useWatchman: false, extraNodeModules: { 'metro-runtime': metroRuntime } },
        cacheStores: [],
        maxWorkers: 1,
        reporter: { update: () => {} },
        transformer: {
          babelTransformerPath: require.resolve('@react-native/metro-babel-transformer'),
          enableBabelRuntime: false,
        },
      },
    );
    const map = `${this.#script}.map`;
    await runBuild(config, {
      entry: 'index.js',
      out: this.#script,
      bundleOut: this.#script,
      sourceMap: true,
      sourceMapOut: map,
      platform: 'android',
      dev: false,
      // The compiler does better without.
      minify: false,
    });
    return JSON.parse(readFileSync(map, 'utf8'));
  }

  /** Bytecode under the name of the bundle, as in an app; answers with both maps composed, as `compose-source-maps.js` does it. */
  async compile(compiler: string, packagerMap: MixedSourceMap): Promise<string> {
    await run(compiler, ['-O', '-emit-binary', '-output-source-map', '-w', '-out', this.#bytecode, this.#script]);
    const compilerMap = JSON.parse(readFileSync(`${this.#bytecode}.map`, 'utf8'));
    return JSON.stringify(composeSourceMaps([packagerMap, compilerMap]));
  }

  /** Requests that the app wanted to make, and the other lines that it printed. */
  async start(): Promise<{ requests: PrintedRequest[]; lines: string[] }> {
    const { stdout } = await run(machine, ['-b', basename(this.#bytecode)], { cwd: dirname(this.#bytecode) });
    const lines = stdout.split('\n').filter((line) => line !== '');
    const isRequest = (line: string) => line.startsWith('REQUEST ');
    return {
      requests: lines.filter(isRequest).map((line) => JSON.parse(line.slice('REQUEST '.length))),
      lines: lines.filter((line) => !isRequest(line)),
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
