import { describe, expect, test } from 'vitest';
import { chooseSymbolFile } from './choose-symbol-file.ts';
import type { SymbolFile } from './symbol-file-store.ts';
import type { SymbolNeed } from './symbol-need.ts';

const file = (id: string, more: Partial<SymbolFile>): SymbolFile => ({
  id,
  projectId: 'p',
  kind: 'sourcemap',
  release: null,
  build: null,
  file: null,
  debugId: null,
  platform: null,
  sha256: id,
  bytes: 1,
  storedBytes: 1,
  createdAtMs: 0,
  ...more,
});
const script = (path: string, more: object = {}): SymbolNeed => ({
  family: 'script',
  path,
  isBytecode: false,
  ...more,
});
const jvm = (...debugIds: string[]): SymbolNeed => ({ family: 'jvm', debugIds, isObfuscated: true });
const native = (more: object): SymbolNeed => ({ family: 'native', offset: 0, ...more });

const cases: [string, SymbolNeed, SymbolFile[], string | undefined][] = [
  [
    'a debug id wins over release and path',
    script('assets/app.js', { debugId: 'd' }),
    [file('path', { release: '1', file: 'assets/app.js' }), file('id', { release: '9', debugId: 'd' })],
    'id',
  ],
  [
    'the release wins over a file for any release',
    script('app.js'),
    [file('any', { file: 'app.js' }), file('own', { file: 'app.js', release: '1' })],
    'own',
  ],
  ['another release is never taken', script('app.js'), [file('other', { file: 'app.js', release: '2' })], undefined],
  ['another build is never taken', script('app.js'), [file('other', { file: 'app.js', build: '8' })], undefined],
  [
    'the longest common path wins',
    script('static/js/app.js'),
    [file('short', { file: 'app.js' }), file('long', { file: 'https://cdn.example/js/app.js?v=2' })],
    'long',
  ],
  [
    'a path from where it was built is found from where it ran',
    script('assets/app.js'),
    [file('built', { file: 'dist/assets/app.js' })],
    'built',
  ],
  ['~/ stands for whatever host', script('assets/app.js'), [file('tilde', { file: '~/assets/app.js' })], 'tilde'],
  ['the end of a name is not a path', script('assets/myapp.js'), [file('a', { file: 'app.js' })], undefined],
  ['the same name in another folder is another file', script('b/app.js'), [file('a', { file: 'a/app.js' })], undefined],
  [
    'the newest of equals is taken',
    script('app.js'),
    [file('new', { file: 'app.js' }), file('old', { file: 'app.js' })],
    'new',
  ],
  [
    'bytecode is for composed maps',
    script('index.android.bundle', { isBytecode: true }),
    [file('plain', { file: 'index.android.bundle', release: '1' }), file('hermes', { kind: 'hermes', release: '1' })],
    'hermes',
  ],
  [
    'a composed map without a release is for no bundle',
    script('x.bundle', { isBytecode: true }),
    [file('h', { kind: 'hermes' })],
    undefined,
  ],
  ['a mapping is found by its id', jvm('r8'), [file('m', { kind: 'proguard', debugId: 'r8', release: '9' })], 'm'],
  [
    'a mapping of the build wins over one of the release',
    jvm(),
    [
      file('release', { kind: 'proguard', release: '1' }),
      file('build', { kind: 'proguard', release: '1', build: '7' }),
    ],
    'build',
  ],
  [
    'a mapping of another id is taken by its release',
    jvm('r8'),
    [file('m', { kind: 'proguard', debugId: 'x', release: '1' })],
    'm',
  ],
  ['a mapping for everything is for nothing', jvm(), [file('m', { kind: 'proguard', debugId: 'x' })], undefined],
  [
    'a table is found by the uuid of its image',
    native({ debugId: 'u' }),
    [file('t', { kind: 'apple', debugId: 'u' })],
    't',
  ],
  [
    'a table is found by release and name',
    native({ imageName: 'libstore.so' }),
    [file('t', { kind: 'elf', file: 'libstore.so', release: '1' })],
    't',
  ],
  ['a table is not for frames of scripts', script('app.js'), [file('t', { kind: 'elf', file: 'app.js' })], undefined],
  ['another platform is never taken', script('app.js'), [file('ios', { file: 'app.js', platform: 'ios' })], undefined],
  [
    'the platform is compared without case',
    script('app.js'),
    [file('web', { file: 'app.js', platform: 'Web' })],
    'web',
  ],
];

describe('chooseSymbolFile', () => {
  for (const [name, need, files, expected] of cases) {
    test(name, () => {
      const report = { platform: 'web', context: { appVersion: '1', buildNumber: '7' } };
      expect(chooseSymbolFile(need, files, report)?.id).toBe(expected);
    });
  }
});
