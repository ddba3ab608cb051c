import { describe, expect, test } from 'vitest';
import { Unacceptable } from '../../control/control-errors.ts';
import type { NewVariant } from './experiment-store.ts';
import { readVariants } from './read-variants.ts';

const variants = (...weights: number[]): NewVariant[] =>
  weights.map((weight, index) => ({ key: `v${index}`, name: 'V', weight, isControl: index === 0 }));

describe('readVariants', () => {
  const fine: Record<string, NewVariant[]> = {
    'two halves': variants(50, 50),
    thirds: variants(33.33, 33.33, 33.34),
    'ten of them': variants(...Array.from({ length: 10 }, () => 10)),
    'sums that floating point gets wrong': variants(8.1, 8.2, 83.7),
  };
  for (const [name, sent] of Object.entries(fine)) {
    test(`takes ${name} and fills in what is left out`, () => {
      expect(readVariants(sent)[1]).toEqual({ ...sent[1], isControl: false, payload: {} });
    });
  }

  const [first = variants(1)[0], ...rest] = variants(50, 50);
  const refused: Record<string, [reason: string, field: string, sent: unknown]> = {
    'a single one': ['INVALID_VARIANTS', 'variants', variants(100)],
    eleven: ['INVALID_VARIANTS', 'variants', variants(...Array.from({ length: 10 }, () => 9), 10)],
    'what is no list': ['INVALID_VARIANTS', 'variants', undefined],
    'no control': ['INVALID_VARIANTS', 'variants', [{ ...first, isControl: false }, ...rest]],
    'two controls': ['INVALID_VARIANTS', 'variants', variants(50, 50).map((each) => ({ ...each, isControl: true }))],
    'a key twice': ['INVALID_VARIANTS', 'variants.1.key', [first, { ...rest[0], key: 'v0' }]],
    'a payload that is a list': ['INVALID_VARIANTS', 'variants.0.payload', [{ ...first, payload: [] }, ...rest]],
    'a payload that is too large': [
      'INVALID_VARIANTS',
      'variants.1.payload',
      [first, { ...rest[0], payload: { a: 'x'.repeat(65_536) } }],
    ],
    'weights that do not reach 100': ['INVALID_WEIGHTS', 'variants', variants(50, 49.9)],
    'weights beyond 100': ['INVALID_WEIGHTS', 'variants', variants(50, 51)],
    'a weight of nothing': ['INVALID_WEIGHTS', 'variants.1.weight', variants(100, 0)],
  };
  for (const [name, [reason, field, sent]] of Object.entries(refused)) {
    test(`refuses ${name}: ${reason}`, () => {
      expect(() => readVariants(sent as NewVariant[])).toThrow(Unacceptable);
      expect(() => readVariants(sent as NewVariant[])).toThrow(expect.objectContaining({ reason, field }));
    });
  }
});
