import { expect, test } from 'vitest';
import { type Assignment, assignmentWords as wordsFor } from './assignment-words.ts';

const result = (part: Partial<Assignment>): Assignment => ({
  experiment_key: 'button',
  status: 'running',
  outcome: 'assigned',
  variant_key: 'blue',
  running_variant_key: 'blue',
  identity: 'u:1',
  subject_kind: 'user',
  failed_condition: null,
  traffic_pct: 40,
  pool_bucket: 1234,
  layer: null,
  layer_bucket: null,
  holdout: null,
  holdout_bucket: null,
  variant_bucket: 1,
  ...part,
});

const assignmentWords = (given: Assignment) => wordsFor(given, 'user');

test('who is in it is told the variant and the line', () => {
  expect(assignmentWords(result({}))).toEqual({
    title: 'blue',
    words: 'In the experiment. Bucket 12.34 of 100; buckets below 40 are included.',
  });
});

test('someone who is not assigned is told why', () => {
  expect(assignmentWords(result({ outcome: 'outside_traffic', variant_key: null })).words).toContain('Not included');
  expect(assignmentWords(result({ outcome: 'no_identity', variant_key: null }))).toEqual({
    title: 'No variant',
    words: 'This experiment assigns by user id. Enter one.',
  });
});

test('testers and those who are kept out are told so', () => {
  expect(assignmentWords(result({ outcome: 'forced' }))).toMatchObject({ title: 'blue' });
  expect(assignmentWords(result({ outcome: 'held_out', variant_key: null })).words).toContain('In the holdout');
  expect(assignmentWords(result({ outcome: 'outside_layer', variant_key: null })).title).toBe('No variant');
  const layer = { id: 'l', key: 'checkout', ranges: [[0, 5000]] as [number, number][] };
  expect(assignmentWords(result({ layer, layer_bucket: 1234, pool_bucket: null })).words).toBe(
    'In the experiment. Bucket 12.34 of 100 in layer checkout.',
  );
});

test('outside the audience: which condition, and what there is instead', () => {
  const failed_condition: Assignment['failed_condition'] = { field: 'plan', op: 'eq', values: ['pro'], actual: 'free' };
  const outside = result({ outcome: 'outside_audience', variant_key: null, failed_condition });
  expect(assignmentWords(outside)).toEqual({
    title: 'No variant',
    words: 'Not in the audience: no match: plan is pro (is "free").',
  });
});

test('a draft says what it would give', () => {
  const draft = { status: 'draft', outcome: 'not_running', variant_key: null } as const;
  expect(assignmentWords(result(draft)).words).toContain('The experiment is draft. While running: blue.');
  expect(assignmentWords(result({ ...draft, running_variant_key: null })).words).toContain('not included');
});
