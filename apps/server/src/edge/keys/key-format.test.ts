import { describe, expect, test } from 'vitest';
import { hashKey, hasKeyChecksum, keyHint, mintKey, parseKey } from './key-format.ts';
import type { KeyKind } from './key-kinds.ts';

const zeros = (size: number) => new Uint8Array(size);

describe('mintKey', () => {
  const kinds: [KeyKind, string][] = [
    ['publishable', 'lp_pub_'],
    ['secret', 'lp_sec_'],
    ['dev', 'lp_dev_'],
  ];
  for (const [kind, prefix] of kinds) {
    test(`a ${kind} key starts with ${prefix}, has four parts and reads back`, () => {
      const key = mintKey(kind, 'production');
      expect(key.startsWith(`${prefix}production_`)).toBe(true);
      expect(key.split('_')).toHaveLength(4);
      expect(key.split('_')[3]).toMatch(/^[0-9A-Za-z]{49}$/);
      expect(parseKey(key)).toEqual({ kind, environmentSlug: 'production' });
    });
  }

  test('a key is pinned: the same random bytes give the same key for ever', () => {
    const key = mintKey('publishable', 'production', zeros);
    expect(key).toBe(`lp_pub_production_${'0'.repeat(43)}1RytbF`);
  });

  test('two keys are never alike', () => {
    expect(mintKey('secret', 'production')).not.toBe(mintKey('secret', 'production'));
  });

  test('bytes that would favour some letters are not used', () => {
    let calls = 0;
    const highFirst = (size: number) => new Uint8Array(size).fill(calls++ === 0 ? 255 : 61);
    expect(mintKey('dev', 'production', highFirst)).toContain('z'.repeat(43));
  });

  test('refuses what is not an environment slug', () => {
    expect(() => mintKey('secret', 'two_parts')).toThrow('not an environment slug');
  });
});

describe('parseKey', () => {
  const good = mintKey('secret', 'eu-2');
  const refused: Record<string, string> = {
    'an empty text': '',
    'another prefix': good.replace('lp_', 'lx_'),
    'an unknown kind': good.replace('_sec_', '_adm_'),
    'a kind from the prototype': good.replace('_sec_', '_constructor_'),
    'an upper-case environment': good.replace('eu-2', 'EU-2'),
    'an environment that starts with a digit': good.replace('eu-2', '2-eu'),
    'a fifth part': `${good}_x`,
    'a secret of 31 characters': `lp_sec_eu-2_${'a'.repeat(31)}`,
    'a line break at the end': `${good}\n`,
    'more than any key could have': `lp_sec_eu-2_${'a'.repeat(100_000)}`,
  };
  for (const [name, text] of Object.entries(refused)) {
    test(`refuses ${name}`, () => expect(parseKey(text)).toBeUndefined());
  }
});

describe('hasKeyChecksum', () => {
  const good = mintKey('secret', 'eu-2');

  test('a minted key has it', () => expect(hasKeyChecksum(good)).toBe(true));

  test('a key of another environment has not', () => expect(hasKeyChecksum(good.replace('eu-2', 'eu-3'))).toBe(false));

  test('every single changed character of the secret is noticed', () => {
    const start = good.lastIndexOf('_') + 1;
    for (let at = start; at < good.length; at++) {
      const changed = good.slice(0, at) + (good[at] === 'Q' ? 'R' : 'Q') + good.slice(at + 1);
      expect(hasKeyChecksum(changed)).toBe(false);
    }
  });
});

test('hashKey is the SHA-256 in hexadecimal', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('keyHint is the last four characters', () => expect(keyHint('lp_pub_production_abcdEFGH')).toBe('EFGH'));
