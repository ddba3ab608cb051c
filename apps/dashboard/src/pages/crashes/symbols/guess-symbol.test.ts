import { expect, test } from 'vitest';
import { guessSymbol, uploadQuery } from './guess-symbol.ts';

test.each([
  ['app.js.map', '{"version":3', 'sourcemap', 'app.js'],
  ['map.json', '{"version":3,"mappings":"A"', 'sourcemap', 'map.json'],
  ['maps.zip', 'PK\u0003\u0004', 'archive', undefined],
  ['index.android.bundle.map', '{"version":3', 'hermes', undefined],
  ['mapping.txt', 'a.b -> c:', 'proguard', undefined],
  ['r8.txt', '# compiler: R8\ncom.shop.Cart -> a.a:\n', 'proguard', undefined],
  ['Acme.txt', '0000000100000000 T __mh_execute_header\n', 'apple', 'Acme'],
  ['libstore.so', '0000000000001000 0000000000000010 T main\n', 'elf', 'libstore.so'],
])('%s beginning with %j is probably a %s', (name, beginning, kind, file) => {
  expect(guessSymbol(name, beginning)).toEqual({ kind, file });
});

test('labels that are not given are not sent, and an archive has no file', () => {
  const labels = {
    kind: 'sourcemap',
    release: ' 1.4.0 ',
    build: '',
    file: '/app.js',
    debugId: '',
    platform: '',
  } as const;
  expect(uploadQuery(labels)).toEqual({
    kind: 'sourcemap',
    release: '1.4.0',
    build: undefined,
    file: '/app.js',
    debug_id: undefined,
    platform: undefined,
  });
  expect(uploadQuery({ ...labels, kind: 'archive' }).file).toBeUndefined();
});
