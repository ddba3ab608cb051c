import { expect, test } from 'vitest';
import {
  draftsOf,
  evidenceWords,
  type Guardrail,
  guardrailState,
  guardrailsBody,
  newGuardrail,
} from './guardrail-words.ts';
import { holdText, isGuardrailKill, presetSteps, stepProblems, stepState, stepsBody } from './ramp-words.ts';

const plain = (text: string): string => text.replaceAll('\u202f', ' ');

test('the preset goes from 1 to 100 % and has no problems', () => {
  expect(presetSteps.map(({ percentage }) => percentage)).toEqual([1, 5, 10, 25, 50, 100]);
  expect(stepProblems(presetSteps)).toEqual({});
  expect(stepsBody(presetSteps.slice(0, 2))).toEqual([
    { percentage: 1, hold_minutes: 60 },
    { percentage: 5, hold_minutes: 240 },
  ]);
});

test('steps go up, and are more than nothing', () => {
  const step = (id: string, percentage: number) => ({ id, percentage, holdHours: 1, minUnits: null });
  const problems = stepProblems([step('a', 0), step('b', 20), step('c', 20), step('d', 120)]);
  expect(Object.keys(problems)).toEqual(['a', 'c', 'd']);
});

test.each([
  ['running', ['done', 'current', 'next']],
  ['completed', ['done', 'done', 'next']],
] as const)('of a ramp that is %s at its second step: %j', (status, states) => {
  expect([0, 1, 2].map((index) => stepState({ step: 1, status }, index))).toEqual(states);
});

test('a step says how long it is held and for how many', () => {
  expect(plain(holdText({ percentage: 5, hold_minutes: 240, min_units: null }))).toBe('for 4 h');
  expect(plain(holdText({ percentage: 5, hold_minutes: 1440, min_units: 1200 }))).toBe(
    'for 1 d 0 h, 1,200 users'.replace(' 0 h', ''),
  );
  expect(holdText({ percentage: 100, hold_minutes: 0, min_units: null })).toBe('no wait');
});

test('a kill by a guardrail is told from one by a person', () => {
  expect(isGuardrailKill('Guardrail breached: Crash-free sessions, 91 % of 40 users')).toBe(true);
  expect(isGuardrailKill('Payments fail')).toBe(false);
});

const guardrail = { event_name: '$crash_free_sessions', metric_type: 'ratio' } as Guardrail;
const evidence = {
  treatment: { units: 230, value: 0.951 },
  control: { units: 1204, value: 0.992 },
  reason: null,
};

test('evidence is both sides with their users, or why there is none', () => {
  expect(plain(evidenceWords(guardrail, evidence))).toBe(
    '95.1 % of 230 users with the value, 99.2 % of 1,204 users without',
  );
  expect(evidenceWords(guardrail, { ...evidence, reason: 'Too few users.' })).toBe('Too few users.');
  expect(guardrailState(null).label).toBe('Not checked yet');
  expect(guardrailState({ state: 'breached' })).toEqual({ label: 'Breached', tone: 'bad' });
});

test('guardrails come back as they were sent, and keep their ids', () => {
  const sent = guardrailsBody([{ ...newGuardrail('g1'), marginPct: 1.5, name: ' Crashes ' }]).guardrails[0];
  expect(sent).toMatchObject({ event_name: '$crash_free_sessions', margin: 0.015, name: 'Crashes' });
  expect(sent).not.toHaveProperty('id');
  const stored = { ...sent, id: 'x', evidence: null } as unknown as Guardrail;
  expect(guardrailsBody(draftsOf({ guardrails: [stored] })).guardrails[0]).toMatchObject({ ...sent, id: 'x' });
});
