import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { startThrowawayServer } from '../run/throwaway-server.mjs';

const run = promisify(execFile);

interface Sdk {
  readonly package: string;
  readonly path: string;
  readonly integrity: string;
  readonly version: string;
}

let server: Awaited<ReturnType<typeof startThrowawayServer>>;
let root: string;
let sdks: Sdk[];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lamppost-managers-'));
  server = await startThrowawayServer();
  const response = await fetch(`${server.bootstrap.base_url}/v1/sdks`);
  sdks = ((await response.json()) as { data: Sdk[] }).data;
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

interface PackageManager {
  readonly name: string;
  readonly command: readonly string[];
  readonly lockfile: string;
  /** What the lockfile has of a package besides its address. */
  readonly checksum: (sdk: Sdk) => string;
  /** It wants to be told the name, too. */
  readonly isNameNeeded?: boolean;
  readonly files?: Readonly<Record<string, string>>;
}

const node = (path: string, ...args: string[]): string[] => [
  process.execPath,
  inRepository(`node_modules/${path}`),
  ...args,
];

const managers: readonly PackageManager[] = [
  {
    name: 'npm',
    command: ['npm', 'install', '--no-audit', '--no-fund', '--cache', 'cache', '--fetch-retries', '0'],
    lockfile: 'package-lock.json',
    checksum: ({ integrity }) => integrity,
  },
  {
    name: 'pnpm',
    command: node('pnpm/bin/pnpm.cjs', 'add', '--store-dir', 'store', '--ignore-workspace'),
    lockfile: 'pnpm-lock.yaml',
    checksum: ({ integrity }) => integrity,
  },
  {
    name: 'yarn classic',
    command: node('yarn/bin/yarn.js', 'add', '--non-interactive', '--cache-folder', 'cache'),
    lockfile: 'yarn.lock',
    checksum: ({ path }) => `${path}#`,
  },
  {
    name: 'yarn berry',
    command: node('@yarnpkg/cli-dist/bin/yarn.js', 'add'),
    lockfile: 'yarn.lock',
    checksum: () => 'checksum: ',
    isNameNeeded: true,
    files: {
      'yarn.lock': '',
      '.yarnrc.yml': [
        'nodeLinker: node-modules',
        'enableTelemetry: false',
        'enableGlobalCache: false',
        // It takes nothing over plain http unless told so; with TLS this line is not needed.
        'unsafeHttpWhitelist: [127.0.0.1]',
      ].join('\n'),
    },
  },
];

/** What an app does with what it has installed; peers that it would bring are not there. */
const program = `
import { createLamppost as inBrowser } from '@lamppost/browser';
import { createLamppost as inNode } from '@lamppost/node';
import { useFlag } from '@lamppost/react';
for (const bundler of ['vite', 'webpack', 'rollup', 'esbuild']) (await import('@lamppost/bundler-plugin/' + bundler)).lamppost({});
for (const name of ['openfeature/server', 'openfeature/web', 'react-native', 'react-native/mock']) import.meta.resolve('@lamppost/' + name);
console.log([inBrowser, inNode, useFlag].map((made) => typeof made).join());
`;

describe.concurrent.each(managers)(
  '$name',
  ({ name, command, lockfile, checksum, isNameNeeded = false, files = {} }) => {
    test('installs every SDK from a server, alone and without a registry, and remembers its checksum', async () => {
      const app = join(root, name.replace(' ', '-'));
      mkdirSync(app);
      const manifest = {
        name: 'app',
        private: true,
        type: 'module',
        dependencies: { react: `file:${inRepository('node_modules/react')}` },
      };
      for (const [file, text] of Object.entries({
        'package.json': JSON.stringify(manifest),
        'app.mjs': program,
        ...files,
      })) {
        writeFileSync(join(app, file), text);
      }
      const wanted = sdks.map(
        (sdk) => `${isNameNeeded ? `${sdk.package}@` : ''}${server.bootstrap.base_url}${sdk.path}`,
      );
      const [executable = '', ...args] = command;
      // Nothing is needed of a registry: there is none at this address.
      const env = {
        ...process.env,
        npm_config_registry: 'http://127.0.0.1:9/',
        YARN_NPM_REGISTRY_SERVER: 'http://127.0.0.1:9/',
      };
      await run(executable, [...args, ...wanted], { cwd: app, env });
      expect((await run(process.execPath, ['app.mjs'], { cwd: app })).stdout.trim()).toBe('function,function,function');
      const locked = readFileSync(join(app, lockfile), 'utf8');
      for (const sdk of sdks) {
        expect(locked).toContain(sdk.path);
        expect(locked).toContain(checksum(sdk));
        const installed = JSON.parse(readFileSync(join(app, 'node_modules', sdk.package, 'package.json'), 'utf8'));
        expect(installed.version).toBe(sdk.version);
      }
    }, 60_000);
  },
);
