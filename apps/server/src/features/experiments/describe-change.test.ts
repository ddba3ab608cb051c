import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

const state = { status: 'running', traffic_pct: 10, winner: null, analysis: { engine: 'sequential', min_units: 100 } };

test.each([
  ['a move', 'paused', { ...state, status: 'paused', updated_at: 'later' }, 'Paused'],
  ['a winner', 'completed', { ...state, winner: 'blue' }, 'Completed with blue as the winner'],
  ['no winner', 'completed', state, 'Completed without a winner'],
  [
    'another way to judge',
    'analysis_changed',
    { ...state, analysis: { engine: 'fixed', min_units: 100 } },
    'Changed the analysis: engine from sequential to fixed',
  ],
  [
    'an action that is not in the table',
    'traffic_changed',
    { ...state, traffic_pct: 50 },
    'Traffic changed: traffic_pct from 10 to 50',
  ],
  ['an audience', 'audience_set', { ...state, audience: [{ field: 'plan' }] }, 'Changed the audience'],
  ['a list', 'overrides_changed', { ...state, overrides: [{ variant_key: 'a' }] }, 'Overrides changed: overrides'],
])('describeChange: %s', (_, action, after, sentence) => {
  expect(describeChange({ action, before: state, after } as never)).toBe(sentence);
});
