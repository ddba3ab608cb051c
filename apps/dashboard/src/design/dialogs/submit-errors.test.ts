import { expect, test } from 'vitest';
import { submitErrors } from './submit-errors.ts';

const problem = (fieldErrors: Record<string, string[]>) =>
  Object.assign(new Error('Some fields are not valid.'), { fieldErrors });

test.each([
  ['a field of the form', { name: ['is required', 'is too short'] }, { name: 'Is required' }],
  ['a name of the wire', { value_type: ['is unknown'] }, { valueType: 'Is unknown' }],
  ['a part of a field', { 'tags.3': ['is too long'], 'tags.4': ['is empty'] }, { tags: 'Is too long' }],
  [
    'something that the form does not show',
    { name: ['is required'], 'definition.event': ['is unknown'], limit: ['is too high'] },
    { name: 'Is required', form: 'Definition, event: is unknown. Limit: is too high.' },
  ],
  ['no field', {}, { form: 'Some fields are not valid.' }],
])('an error of %s', (_, given, expected) => {
  expect(submitErrors(problem(given), ['name', 'valueType', 'tags'])).toEqual(expected);
});

test('an error without fields is a sentence', () => {
  expect(submitErrors(new Error('No answer.'), ['name'])).toEqual({ form: 'No answer.' });
});
