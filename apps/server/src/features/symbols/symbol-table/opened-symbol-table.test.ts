import { describe, expect, test } from 'vitest';
import { indexString } from '../indexed-string.ts';
import { SymbolFault } from '../symbol-fault.ts';
import { OpenedSymbolTable } from './opened-symbol-table.ts';
import { SymbolTableIndexer } from './symbol-table-indexer.ts';

function open(table: string, isApple = false): OpenedSymbolTable {
  const text = indexString(table, new SymbolTableIndexer(isApple));
  return new OpenedSymbolTable(text, text.facts.base ?? 0, isApple);
}
const nameAt = (table: OpenedSymbolTable, offset: number) => table.symbolAt(offset)?.name;

describe('a symbol table as nm writes it', () => {
  const nm = `0000000100000000 T __mh_execute_header
0000000100003f00 t _$s4Acme4CartC4loadyyF
0000000100003f50 T _main
0000000100003f80 t -[Store open:]
0000000100008000 D _a_variable
                 U _printf
`;
  test('counts from the header of the program, and knows functions only', () => {
    const table = open(nm, true);
    expect(nameAt(table, 0x3f50)).toBe('main');
    expect(nameAt(table, 0x3f7f)).toBe('main');
    expect(nameAt(table, 0x3f80)).toBe('-[Store open:]');
    expect(nameAt(table, 0x3f00)).toBe('$s4Acme4CartC4loadyyF');
    expect(nameAt(table, 0x8000)).toBe('-[Store open:]');
    expect(nameAt(table, 0x900000)).toBeUndefined();
  });

  test('of a program without that header counts from where programs begin', () => {
    expect(nameAt(open('0000000100003f50 T _main\n', true), 0x3f50)).toBe('main');
  });

  test('of a library counts from 0, and keeps its names', () => {
    expect(nameAt(open('00001000 T _Z4loadv\n00000800 T first\n'), 0x1004)).toBe('_Z4loadv');
    expect(nameAt(open('00001000 T _Z4loadv\n00000800 T first\n'), 0x7ff)).toBeUndefined();
  });
});

describe('a symbol table with sizes and places', () => {
  const table = open(`# base 0x400000
0x401000 0x20 acme::load(int, char const*)\tsrc/load.cpp:42
401020 10 T acme::store()
401040 tail
`);
  test('a function ends with its size', () => {
    expect(table.symbolAt(0x101f)).toMatchObject({
      name: 'acme::load(int, char const*)',
      file: 'src/load.cpp',
      line: 42,
    });
    expect(nameAt(table, 0x1020)).toBe('acme::store()');
    expect(nameAt(table, 0x1030)).toBeUndefined();
    expect(nameAt(table, 0x1050)).toBe('tail');
  });
});

test('a name as long as templates make it is read whole', () => {
  const name = `std::map<${'std::pair<int, int>, '.repeat(300)}int>::at(int)`;
  expect(nameAt(open(`0000000000001000 0000000000000020 t ${name}\n`), 0x1010)).toBe(name);
});

const refused: [string, string, RegExp][] = [
  ['with a line that is none', '1000 T main\nlibfoo.so:\n', /^Line 2 is not/],
  ['with an address that no program has', 'ffffffffffffffff T main\n', /^Line 1 has an invalid address/],
  ['without a function', '1000 D variable\n', /no line with a function/],
  ['with a line that is too long', `1000 T ${'x'.repeat(70_000)}\n`, /^Line 1 is too long/],
];
for (const [name, table, message] of refused) {
  test(`a symbol table ${name} is refused`, () => {
    expect(() => open(table)).toThrow(SymbolFault);
    expect(() => open(table)).toThrow(message);
  });
}
