import { expect, test } from 'vitest';
import { schemas } from './schemas/index.ts';
import { patternSentence, textPatterns } from './text-patterns.ts';

function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'pattern' && typeof member === 'string' ? [member] : patternsIn(member),
  );
}

test('no schema has a pattern without a sentence', () => {
  const patterns = [...new Set(patternsIn(JSON.parse(JSON.stringify(schemas))))];
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter((pattern) => patternSentence(pattern) === undefined)).toEqual([]);
});

const examples: Readonly<Record<keyof typeof textPatterns, readonly [good: string, bad: string]>> = {
  uuid: ['018f2f6e-7c1a-7000-8000-000000000001', '018f2f6e'],
  slug: ['qa-2', '2qa'],
  projectSlug: ['my-shop', 'x'],
  key: ['new_flag', 'New flag'],
  groupKey: ['beta-testers', '1st'],
  email: ['ada@example.org', 'ada'],
  day: ['2027-03-31', '31.3.2027'],
  timeOfDay: ['23:59', '24:00'],
  duration: ['24h', '1w'],
  timeSpan: ['18mo', '0d'],
  sessionBreakdown: ['flag:new_checkout', 'network_type'],
  metricBreakdown: ['network_type', 'flag:'],
  printable: ['1.2.3 (beta)', '1\n'],
  printableOrEmpty: ['', '\u0000'],
  debugId: ['4C4C44-1', 'xyz1'],
  sha256: ['0'.repeat(64), '0'.repeat(63)],
  digits: ['17', '1.7'],
  errorCode: ['NOT_FOUND', 'Not found'],
};
for (const [name, [good, bad]] of Object.entries(examples)) {
  test(`the pattern ${name} takes what its sentence says, and nothing else`, () => {
    const { pattern, sentence } = textPatterns[name as keyof typeof textPatterns];
    expect([good, bad].map((text) => new RegExp(pattern).test(text))).toEqual([true, false]);
    expect(sentence).toMatch(/^must /);
  });
}
