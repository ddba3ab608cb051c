import { expect, test } from 'vitest';
import { findBreaks } from './find-breaks.ts';
import type { Signature } from './signature.ts';

const event = (required: Record<string, string>, optional: Record<string, string> = {}): Signature => ({
  event: 'purchase',
  required,
  optional,
});
const experiment = (variants: Record<string, string>): Signature => ({ experiment: 'colour', variants });
const flag = (type: string): Signature => ({ flag: 'a_flag', type });

const cases: { name: string; before: Signature[]; after: Signature[]; breaks: string[]; others?: string[] }[] = [
  { name: 'a flag that is gone', before: [flag('boolean')], after: [], breaks: ['was removed'] },
  {
    name: 'a flag of another type',
    before: [flag('boolean')],
    after: [flag('string')],
    breaks: ['is string now, was boolean'],
  },
  { name: 'a new flag', before: [], after: [flag('boolean')], breaks: [], others: ['is new'] },
  {
    name: 'a variant that is gone, one that is new, one with another payload',
    before: [experiment({ a: '{}', b: '{}', c: '{}' })],
    after: [experiment({ a: '{}', b: '{"x": number}', d: '{}' })],
    breaks: ['has another payload for "b": {"x": number}, was {}', 'has no variant "c" any more'],
    others: ['has a new variant "d"'],
  },
  {
    name: 'properties that are new and needed, or new and not',
    before: [event({})],
    after: [event({ a: 'string' }, { b: 'string' })],
    breaks: ['needs the new property "a"'],
    others: ['has a new property "b"'],
  },
  {
    name: 'a property that is needed now, and one that is not any more',
    before: [event({ a: 'string' }, { b: 'string' })],
    after: [event({ b: 'string' }, { a: 'string' })],
    breaks: ['needs the property "b" now'],
    others: ['does not need the property "a" any more'],
  },
  {
    name: 'a property of another type, and one that is gone',
    before: [event({ a: 'string' }, { b: 'string' })],
    after: [event({ a: 'number' })],
    breaks: ['has another type for "a": number, was string', 'has no property "b" any more'],
  },
  {
    name: 'nothing',
    before: [flag('boolean'), event({ a: 'string' })],
    after: [flag('boolean'), event({ a: 'string' })],
    breaks: [],
  },
];
for (const { name, before, after, breaks, others = [] } of cases) {
  test(`findBreaks: ${name}`, () => {
    const found = findBreaks(before, after);
    expect(found.filter(({ isBreaking }) => isBreaking).map(({ what }) => what)).toEqual(breaks);
    expect(found.filter(({ isBreaking }) => !isBreaking).map(({ what }) => what)).toEqual(others);
  });
}
