import { expect, test } from 'vitest';
import { bodyOf, draftOf, draftProblem, emptyDraft, isSame } from './schema-draft.ts';

const row = {
  id: '11111111-1111-4111-8111-111111111111',
  event_name: 'purchase',
  description: 'Somebody paid',
  category: null,
  status: null,
  properties: { type: 'object' },
  mode: 'warn' as const,
  created_at: '2026-05-01T00:00:00.000Z',
  updated_at: '2026-05-01T00:00:00.000Z',
};

test('a schema that nobody touched says the same again', () => {
  const { id: _, event_name: __, created_at: ___, updated_at: ____, ...body } = row;
  expect(bodyOf(draftOf(row))).toEqual(body);
  expect(isSame(draftOf(row), draftOf({ ...row }))).toBe(true);
  expect(isSame(draftOf(row), { ...draftOf(row), mode: 'quarantine' })).toBe(false);
});

test('spaces around a text are no change, and an empty one is nothing', () => {
  expect(isSame(draftOf(row), { ...draftOf(row), category: '  ', description: 'Somebody paid ' })).toBe(true);
});

test('broken JSON and a nameless property cannot be saved', () => {
  expect(draftProblem(emptyDraft)).toBeUndefined();
  expect(draftProblem({ ...emptyDraft, properties: undefined })).toBeDefined();
  expect(draftProblem({ ...emptyDraft, properties: [] as never })).toBeDefined();
  expect(draftProblem({ ...emptyDraft, properties: { properties: { '': {} } } })).toBeDefined();
});
