import { expect, test } from 'vitest';
import { definitionOf, draftOf, draftProblem, emptyDraft, emptyRule } from './cohort-draft.ts';
import { describeCohort } from './describe-cohort.ts';

const within = { kind: 'relative', last: '30d' } as const;
const buyers = { did: { event: 'purchase', count: { op: 'gte', value: 3 }, within } } as const;
const undecided = { sequence: { steps: [{ event: 'checkout' }], then_not: { event: 'purchase' } } };
const german = { filters: [{ field: 'country', op: 'eq' as const, value: 'DE' }] };

test('a definition reads as a sentence', () => {
  const words = (rule: object) => describeCohort({ kind: 'behaviour', definition: { rule } });
  expect(words(buyers)).toBe('People who did purchase at least 3 times in the last 30 days');
  expect(words(undecided)).toBe('People who did checkout and then not purchase');
  expect(words({ any: [{ did_not: { event: null } }, { all: [buyers, undecided] }] })).toBe(
    'People who did not do any event or (did purchase at least 3 times in the last 30 days and did checkout and then not purchase)',
  );
  expect(describeCohort({ kind: 'attributes', definition: german })).toBe(
    'People whose latest event has Country is DE',
  );
});

test('the form gives back what it was given, and does not take what it cannot show', () => {
  for (const rule of [buyers, undecided, { any: [buyers, undecided] }]) {
    const draft = draftOf({ rule: rule as never });
    expect(definitionOf('behaviour', draft ?? emptyDraft)).toEqual({ rule });
  }
  expect(definitionOf('attributes', draftOf(german) ?? emptyDraft)).toEqual(german);
  expect(draftOf({ rule: { not: buyers } })).toBeUndefined();
  expect(draftOf({ filters: [{ op: 'any', filters: german.filters }] })).toBeUndefined();
});

test('an event that is not chosen and a filter that is not finished are asked for', () => {
  expect(draftProblem('behaviour', { ...emptyDraft, rules: [emptyRule] })).toBe('Select an event for each condition');
  expect(draftProblem('attributes', emptyDraft)).toBe('Add a filter');
  expect(draftProblem('list', emptyDraft)).toBeUndefined();
});
