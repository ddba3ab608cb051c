import { expect, test } from 'vitest';
import { cardsExperiment, cardsTreatment, demoExperiments } from './demo-experiments.ts';
import { betaGroup } from './demo-rules.ts';
import { offlineRuleset, RulesOverTime } from './rules-over-time.ts';
import { testers } from './testers.ts';

const rules = new RulesOverTime(offlineRuleset());
const contextOf = (at: number) => ({
  userId: `user_${at}`,
  deviceId: `dev_${at}`,
  anonymousId: `anonymous_${at}`,
  platform: 'ios',
  attributes: {},
});
const assignedAt = (daysBeforeEnd: number, at: number, userId = `user_${at}`) =>
  rules.assign(rules.phaseAt(daysBeforeEnd), { ...contextOf(at), userId });
const variantsAt = (daysBeforeEnd: number): Set<string | undefined> =>
  new Set(
    Array.from({ length: 40 }, (_, at) => assignedAt(daysBeforeEnd, at).experiments.get(cardsExperiment)?.variantKey),
  );

test('an experiment that is over was open before, compared while it ran, and is what won for everybody since', () => {
  expect(variantsAt(56)).toEqual(new Set([undefined]));
  expect(variantsAt(40)).toEqual(new Set(['compact', cardsTreatment]));
  expect(variantsAt(20)).toEqual(new Set([cardsTreatment]));
  expect(assignedAt(40, 1).experiments.get(cardsExperiment)?.countsExposure).toBe(true);
  expect(assignedAt(20, 1).experiments.get(cardsExperiment)?.countsExposure).toBe(false);
});

test('nobody is in a draft', () => {
  const draft = demoExperiments.find(({ fate }) => fate.kind === 'draft')?.key ?? '';
  expect(draft).not.toBe('');
  for (let at = 0; at < 40; at += 1) expect(assignedAt(0, at).experiments.has(draft)).toBe(false);
});

test(`those of the group ${betaGroup} have what it is there to try, and nobody else`, () => {
  const hasCamera = (userId: string): unknown => assignedAt(0, 1, userId).flags.pantry_camera;
  expect(testers.map(hasCamera)).toEqual(testers.map(() => true));
  expect(hasCamera('user_000001')).toBe(false);
});
