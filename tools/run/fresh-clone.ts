import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sdkPackages } from './sdk-packages.mjs';

/** Stands in for npm: installs packages that do nothing, and a compiler that writes a server which drains slowly. */
const npm = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
console.log('npm was here');
if (process.env.NPM_FAILS) { console.log('registry unreachable'); process.exit(1); }
const put = (path, text) => { mkdirSync(path.replace(/\\/[^/]*$/, ''), { recursive: true }); writeFileSync(path, text); };
for (const name of ['@duckdb/node-api', '@photostructure/sqlite', '@node-rs/argon2', 'rolldown']) {
  put('node_modules/' + name + '/index.js', process.env.NO_BINARY === name ? "throw new Error('no binding for this machine');" : '');
}
put('node_modules/.package-lock.json', process.env.NPM_DRIFTS ? '{"packages": {}}' : readFileSync('package-lock.json'));
put('node_modules/.bin/biome', '');
put('node_modules/.bin/vite', \`
  const { mkdirSync, writeFileSync } = require('node:fs');
  mkdirSync('apps/dashboard/dist', { recursive: true });
  writeFileSync('apps/dashboard/dist/index.html', process.env.NODE_ENV ?? '');
\`);
put('node_modules/.bin/tsc', \`
  const { existsSync, mkdirSync, writeFileSync, readFileSync } = require('node:fs');
  if (process.argv.includes('--version')) process.exit(0);
  if (readFileSync('apps/server/src/main.ts', 'utf8') === 'wrong') { console.log('main.ts(1,1): error'); process.exit(2); }
  const put = (path, text = '') => { mkdirSync(path.replace(/\\\\/[^/]*$/, ''), { recursive: true }); writeFileSync(path, text); };
  put('packages/protocol/dist/index.js');
  put('packages/protocol/dist/generate/main.js', "import { writeFileSync } from 'node:fs'; writeFileSync('packages/protocol/dist/body-validators.js', '')");
  for (const file of ['index.js', 'evaluation-cases.contract.js']) put('packages/evaluator/dist/' + file);
  put('packages/statistics/dist/index.js');
  for (const file of ['index.js', 'testing/index.js']) put('packages/sdk-core/dist/' + file);
  put('apps/cli/dist/main.js');
  put('apps/server/dist/main.js', readFileSync('apps/server/src/main.ts'));
  const demo = 'packages/demo-data/dist/command/demo-main.js';
  if (!existsSync(demo)) put(demo);
\`);
`;

const server = `
import { appendFileSync } from 'node:fs';
let signals = 0;
const timer = setInterval(() => {}, 1000);
process.on('SIGTERM', () => {
  if (++signals > 1) process.exit(99);
  setTimeout(() => { appendFileSync('drained', 'yes'); clearInterval(timer); process.exitCode = 7; }, 100);
});
console.log('serving', process.argv.slice(2).join(' '));
`;

const sdkBuild = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sdkOutputs } from '../run/build-steps.mjs';
for (const output of sdkOutputs) { mkdirSync(dirname(output), { recursive: true }); writeFileSync(output, ''); }
`;

const docs = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/docs', { recursive: true });
writeFileSync('dist/docs/index.html', '');
`;

const product = `
import { cpSync } from 'node:fs';
cpSync('apps/server/dist/main.js', 'dist/product/apps/server/dist/main.js');
cpSync('apps/server/package.json', 'dist/product/package.json');
`;

const compiled = `
import { mkdirSync } from 'node:fs';
mkdirSync('dist/product/lib/compiled', { recursive: true });
`;

export interface Run {
  readonly process: ChildProcess;
  /** Resolves when the output holds the text. */
  prints(text: string): Promise<void>;
  readonly ended: Promise<{ code: number | null; output: string }>;
}

/** A repository as it is after a clone, small, with the real runner in it. */
export class FreshClone {
  readonly root = mkdtempSync(join(tmpdir(), 'fresh-clone-'));

  /** With `original` a copy of that one in the state it is in, built or not. */
  constructor(original?: FreshClone) {
    if (original !== undefined) {
      cpSync(original.root, this.root, { recursive: true });
      return;
    }
    cpSync(fileURLToPath(new URL('..', import.meta.url)), join(this.root, 'tools'), { recursive: true });
    this.write('package-lock.json', '{"packages": {"node_modules/a": {"version": "1.0.0"}}}');
    this.write('tsconfig.base.json', '{}');
    const workspaces = [
      'packages/protocol',
      'packages/evaluator',
      'packages/statistics',
      'apps/cli',
      'apps/server',
      'apps/dashboard',
    ];
    for (const workspace of workspaces) {
      this.write(`${workspace}/tsconfig.json`, '{}');
      this.write(`${workspace}/package.json`, '{"type": "module"}');
    }
    this.write('package.json', readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    this.write('packages/protocol/src/index.ts', '');
    this.write('packages/evaluator/src/index.ts', '');
    this.write('packages/statistics/src/index.ts', '');
    this.write('apps/cli/src/main.ts', '');
    this.write('apps/server/src/main.ts', server);
    for (const file of [
      'index.html',
      'vite.config.ts',
      'build/a.ts',
      'public/a.js',
      'src/main.tsx',
      'src/design/tokens.css',
    ]) {
      this.write(`apps/dashboard/${file}`, '');
    }
    const others = ['packages/demo-data', 'packages/sdk-core', ...sdkPackages.map((sdk) => sdk.folder)];
    for (const folder of others) {
      for (const file of ['package.json', 'tsconfig.json', 'src/index.ts']) this.write(`${folder}/${file}`, '{}');
    }
    for (const folder of ['packages/evaluator', 'packages/sdk-core']) this.write(`${folder}/tsconfig.tests.json`, '{}');
    for (const { folder } of sdkPackages) this.write(`${folder}/README.md`, '');
    const documents = ['adr/a.md', 'guides/a.md', 'reference/a.md', 'specs/a.md', 'glossary.md', 'statistics.md'];
    for (const file of [...documents, 'package.md', 'performance.md']) this.write(`docs/${file}`, '');
    const plain = ['LICENSE', 'README.md', 'CHANGELOG.md', 'Dockerfile', 'deploy/Caddyfile'];
    for (const file of [...plain, 'apps/server/assets/fonts/OFL.txt']) this.write(file, '');
    this.write('tools/build-sdks/main.mjs', sdkBuild);
    this.write('tools/build-docs/main.mjs', docs);
    this.write('tools/pack/unpacked.mjs', product);
    this.write('tools/pack/compile-product.mjs', compiled);
    this.write('npm.js', npm);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** The runner itself, which finds the npm that stands in. */
  run(args: readonly string[], env: Record<string, string> = {}): Run {
    return this.#spawn(process.execPath, ['tools/run.mjs', ...args], {
      npm_execpath: join(this.root, 'npm.js'),
      ...env,
    });
  }

  runNode(args: readonly string[]): Run {
    return this.#spawn(process.execPath, args, {});
  }

  /** The real npm, with the scripts of this repository. */
  runNpm(args: readonly string[]): Run {
    return this.#spawn('npm', args, {});
  }

  #spawn(command: string, args: readonly string[], env: Record<string, string>): Run {
    const child = spawn(command, args, {
      cwd: this.root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const listeners = new Set<() => void>();
    const take = (chunk: Buffer): void => {
      output += chunk;
      for (const listener of listeners) listener();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
      child.on('close', (code) => resolve({ code, output }));
    });
    const prints = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = (): void => (output.includes(text) ? resolve() : undefined);
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`ended without printing ${text}:\n${output}`)));
      });
    return { process: child, prints, ended };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
