import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';

const run = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const manifestOf = (folder: string) => JSON.parse(readFileSync(inRepository(`${folder}/package.json`), 'utf8'));

const specifierOf = (folder: string, entry: string): string =>
  entry === 'index' ? manifestOf(folder).name : `${manifestOf(folder).name}/${entry}`;

/** An app elsewhere, with the packages as npm would bring them, and of this repository nothing. */
let app: string;
const packed = new Map<string, string[]>();
const tarballOf = new Map<string, string>();

beforeAll(() => {
  run(inRepository('.'), process.execPath, 'tools/build-sdks/main.mjs');
  app = mkdtempSync(join(tmpdir(), 'lamppost-app-'));
  writeFileSync(join(app, 'package.json'), '{"name":"app","private":true,"type":"module"}');
  const folders = sdkPackages.map(({ folder }) => `./${folder}`);
  const packs = run(
    inRepository('.'),
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    app,
    ...folders,
  );
  const tarballs = (JSON.parse(packs) as { filename: string; files: { path: string }[] }[]).map((pack, at) => {
    const folder = sdkPackages[at]?.folder ?? '';
    packed.set(
      folder,
      pack.files.map(({ path }) => path),
    );
    tarballOf.set(folder, join(app, pack.filename));
    return join(app, pack.filename);
  });
  run(app, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', ...tarballs);
  // What an app brings itself: it could not be downloaded here.
  for (const name of ['@openfeature', '@types', '@vue', 'csstype', 'fastify', 'react', 'undici-types', 'vite', 'vue']) {
    const link = join(app, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(inRepository(`node_modules/${name}`), link);
  }
  // React Native runs on no machine like this one, and is not installed: what the SDK takes of it has these names.
  const reactNative = join(app, 'node_modules/react-native');
  mkdirSync(reactNative);
  writeFileSync(join(reactNative, 'package.json'), '{"name":"react-native","main":"index.js"}');
  writeFileSync(join(reactNative, 'index.js'), 'exports.AppState = exports.Dimensions = exports.Platform = {};');
}, 120_000);
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** What each of the modules exports to a program in the app, which loads one after the other. */
function namesIn(load: 'require' | 'await import', modules: readonly string[]): string[] {
  const shown = modules.map((module) => `console.log(Object.keys(${load}(${JSON.stringify(module)})).sort().join());`);
  const type = load === 'require' ? 'commonjs' : 'module';
  return run(app, process.execPath, `--input-type=${type}`, '-e', shown.join('\n')).trimEnd().split('\n');
}

describe.each(sdkPackages)('$folder', ({ folder, entries, formats, platform }) => {
  test('is clean for publint', async () => {
    // By itself it would pack each of them again.
    const tarball = new Uint8Array(readFileSync(tarballOf.get(folder) ?? '')).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, manifestOf(folder)))).toEqual([]);
  });

  test('holds what is published and nothing else', () => {
    const files = packed.get(folder) ?? [];
    expect(files).toContain('README.md');
    expect(files.filter((file) => /test|modules|tsbuildinfo/.test(file))).toEqual([]);
    for (const entry of entries) expect(files).toContain(`dist/${entry}.d.ts`);
  });

  test.each([...formats])('is imported elsewhere as %s', (format) => {
    const specifiers = entries.map((entry) => specifierOf(folder, entry));
    const found = namesIn(format === 'cjs' ? 'require' : 'await import', specifiers);
    for (const [at, entry] of entries.entries()) {
      const names = found[at] ?? '';
      const types = readFileSync(inRepository(`${folder}/dist/${entry}.d.ts`), 'utf8');
      expect(names).not.toBe('');
      for (const exported of names.split(','))
        expect(types).toMatch(new RegExp(`declare (function|const|class) ${exported}\\b`));
    }
  });

  test.skipIf(platform === 'node')(
    'is loaded by Jest 29, which runs CommonJS and asks for browser and require',
    async () => {
      const files: string[] = [];
      for (const entry of entries) {
        const { metafile } = await build({
          stdin: { contents: `require('${specifierOf(folder, entry)}')`, resolveDir: app },
          bundle: true,
          platform: 'neutral',
          conditions: ['browser'],
          external: ['react', 'react-native', 'vue', '@openfeature/*'],
          metafile: true,
          write: false,
          logLevel: 'silent',
        });
        const file = metafile.inputs['<stdin>']?.imports[0]?.path ?? '';
        expect(file).toMatch(new RegExp(`/dist/${entry}\\.cjs$`));
        files.push(resolve(file));
      }
      const found = namesIn('require', files);
      expect(found).toHaveLength(entries.length);
      expect(found).not.toContain('');
    },
  );

  test('has types for TypeScript with node10, which does not read exports', () => {
    const { main, types, typesVersions } = manifestOf(folder);
    const files = (packed.get(folder) ?? []).map((file) => `./${file}`);
    for (const entry of entries) {
      if (entry === 'index') expect(files).toEqual(expect.arrayContaining([main, types]));
      else expect(files).toContain(typesVersions['*'][entry][0]);
    }
  });

  test('keeps what its source says to bundlers', () => {
    for (const entry of entries) {
      const [directive = ''] =
        /^'use client';\n/.exec(readFileSync(inRepository(`${folder}/src/${entry}.ts`), 'utf8')) ?? [];
      for (const format of formats) {
        const bundle = readFileSync(inRepository(`${folder}/dist/${entry}.${format === 'cjs' ? 'c' : ''}js`), 'utf8');
        const [directives = ''] = /^(?:"use \w+";\n)*/.exec(bundle) ?? [];
        expect(directives.replace('"use strict";\n', '')).toBe(directive.replaceAll("'", '"'));
      }
    }
  });

  test.runIf(platform === 'neutral')('knows no page', () => {
    for (const entry of entries) {
      const bundle = readFileSync(inRepository(`${folder}/dist/${entry}.js`), 'utf8');
      expect(bundle).not.toMatch(/\b(?:window|document)\b/);
    }
  });

  test('has types that name no other package of the repository', () => {
    for (const entry of entries) {
      const types = readFileSync(inRepository(`${folder}/dist/${entry}.d.ts`), 'utf8');
      expect(types).not.toMatch(/from '@lamppost\//);
    }
  });
});

/** What apps do with several of them. */
const together = `
import { createLamppost as inPage } from '@lamppost/browser';
import { createLamppost as onServer } from '@lamppost/node';
import { LamppostServerProvider } from '@lamppost/openfeature/server';
import { LamppostWebProvider } from '@lamppost/openfeature/web';
import { LamppostProvider, useFlag } from '@lamppost/react';
import { createLamppost as onPhone } from '@lamppost/react-native';

const options = { key: '', url: '' };
const backend = onServer(options);
const bootstrap = backend.config({ userId: 'ada' });
new LamppostServerProvider(backend);
for (const client of [inPage({ ...options, bootstrap }), onPhone({ ...options, bootstrap })]) {
  LamppostProvider({ client, bootstrap });
  new LamppostWebProvider(client);
}
export const values: [boolean, string, number, { size: number }] = [
  useFlag('a', false),
  useFlag('b', ''),
  useFlag('c', 1),
  useFlag('d', { size: 1 }),
];
`;

/** What the compiler has to say of files in the app, strictly. */
function faultsOf(files: readonly string[], ...flags: string[]): { stdout: string; status: number | null } {
  const tsc = inRepository('node_modules/typescript/bin/tsc');
  const all = [tsc, '--noEmit', '--strict', '--target', 'es2023', '--types', 'node', ...flags, ...files];
  const { stdout, status } = spawnSync(process.execPath, all, { cwd: app, encoding: 'utf8' });
  return { stdout, status };
}

const put = (file: string, text: string): string => {
  mkdirSync(dirname(join(app, file)), { recursive: true });
  writeFileSync(join(app, file), text);
  return file;
};

test.each(['nodenext', 'node16'])(
  'the types of all of them are found and whole elsewhere, and fit each other: %s',
  (module) => {
    const files = sdkPackages.flatMap(({ folder, entries, formats }) => {
      const imports = entries.map(
        (entry, at) => `import * as m${at} from '${specifierOf(folder, entry)}';\nvoid m${at};\n`,
      );
      const extensions = formats.includes('cjs') ? ['mts', 'cts'] : ['mts'];
      return extensions.map((extension) => put(`${folder.replace('/', '-')}.${extension}`, imports.join('')));
    });
    const both = [put('together.mts', together), put('together.cts', together)];
    expect(faultsOf([...both, ...files], '--module', module)).toEqual({ stdout: '', status: 0 });
  },
);

/** Blocks of code in a document, without the ones in other languages. */
const samplesOf = (folder: string): string[] =>
  [...readFileSync(inRepository(`${folder}/README.md`), 'utf8').matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );

test.each(['packages/sdk-node', 'packages/openfeature', 'packages/bundler-plugin'])(
  'the first sample of %s compiles under strict',
  (folder) => {
    const file = put(`${folder.replace('/', '-')}-sample.mts`, samplesOf(folder)[0] ?? '');
    expect(faultsOf([file], '--module', 'nodenext', '--skipLibCheck')).toEqual({ stdout: '', status: 0 });
  },
);

test('the recipe for Next.js compiles under strict', () => {
  const files = samplesOf('packages/sdk-react').flatMap((code) => {
    const [, file] = /^\/\/ (app\/[\w.]+)/.exec(code) ?? [];
    return file === undefined ? [] : [put(`next/${file}`, code)];
  });
  expect(files).toEqual([
    'next/app/lamppost.ts',
    'next/app/layout.tsx',
    'next/app/banner.tsx',
    'next/app/providers.tsx',
  ]);
  const cookies = 'Promise<{ get(name: string): { value: string } | undefined }>';
  files.push(put('next/headers.d.ts', `declare module 'next/headers' { export function cookies(): ${cookies}; }`));
  const flags = ['--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'react-jsx', '--skipLibCheck'];
  expect(faultsOf(files, ...flags)).toEqual({ stdout: '', status: 0 });
});
