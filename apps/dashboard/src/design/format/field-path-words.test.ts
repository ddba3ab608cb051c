import { expect, test } from 'vitest';
import { fieldPathWords } from './field-path-words.ts';

test.each([
  ['name', 'name'],
  ['value_type', 'value type'],
  ['rules.0.percentage', 'rule 1, percentage'],
  ['rules.2.conditions.0.values', 'rule 3, condition 1, values'],
  ['properties.1', 'property 2'],
  ['0', '0'],
])('%s is %s', (path, words) => {
  expect(fieldPathWords(path)).toBe(words);
});
