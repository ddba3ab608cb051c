import { expect, test } from 'vitest';
import type { Experiment } from '../experiment.ts';
import { leadingWords } from '../list/leading-words.ts';
import type { Results } from '../results/results.ts';
import { completionChoices, proposedWinner } from './completion-choices.ts';

const experiment = {
  unit: 'auto',
  audience: [],
  variants: [
    { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
    { key: 'blue', name: 'Blue', weight: 50 },
  ],
} as unknown as Experiment;
const exposures = [
  { variant_key: 'grey', is_control: true, units: 1, expected_units: 1 },
  { variant_key: 'blue', is_control: false, units: 1, expected_units: 1 },
];
const judged = (decision: Results['decision'], leading_variant: string | null = 'blue') => ({
  decision,
  leading_variant,
  exposures,
});

test('with an audience the winner is for those in it', () => {
  const audience: Experiment['audience'] = [{ field: 'plan', op: 'eq', values: ['pro'] }];
  const [ship] = completionChoices({ ...experiment, audience }, 'production', judged('ship'));
  expect(ship?.label).toBe('Ship blue to the audience');
  expect(ship?.words).toContain('in the audience in production get blue');
});

test.each([
  ['ship', 'blue'],
  ['stop', 'grey'],
  ['keep_control', 'grey'],
  ['keep_running', undefined],
  ['not_enough_data', undefined],
  ['invalid', undefined],
  ['no_difference', undefined],
] as const)('results that say %s propose %s', (decision, winner) => {
  expect(proposedWinner(judged(decision))).toBe(winner);
});

test('the proposed choice comes first, and each says what it does', () => {
  const choices = completionChoices(experiment, 'production', judged('ship'));
  expect(choices.map(({ label, isProposed }) => [label, isProposed])).toEqual([
    ['Ship blue to everyone', true],
    ['Keep grey for everyone', false],
    ['Complete without a winner', false],
  ]);
  for (const { words } of choices) expect(words).toContain('production');
  expect(completionChoices(experiment, 'production', undefined).some(({ isProposed }) => isProposed)).toBe(false);
});

test('a list says who leads, with its chance', () => {
  const metrics = [{ is_primary: true, variants: [{ variant_key: 'blue', chance_to_beat: 0.972 }] }];
  const results = { exposures, metrics } as unknown as Results;
  const words = (leading_variant: string | null) =>
    leadingWords({ ...results, decision: 'keep_running', leading_variant })?.replaceAll('\u202f', ' ');
  expect(words('blue')).toBe('blue, 97.2 % chance to beat control');
  expect(words('grey')).toBe('grey leads');
  expect(words(null)).toBeUndefined();
  expect(leadingWords({ ...results, decision: 'invalid', leading_variant: 'blue' })).toBeUndefined();
});
