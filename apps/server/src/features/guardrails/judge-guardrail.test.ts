import * as statistics from '@lamppost/statistics/experiments';
import { expect, test } from 'vitest';
import { type Arm, judgeGuardrail, levelOfEach, MIN_JUDGED_UNITS } from './judge-guardrail.ts';

const { estimateShare, estimateRatio, pairMomentsFromRows } = statistics;
const share = (units: number, converted: number): Arm => ({ units, estimate: estimateShare({ units, converted }) });
const judge = (treatment: Arm, control: Arm, rule = {}) =>
  judgeGuardrail(statistics, treatment, control, { direction: 'increase', margin: 0, level: 0.95, ...rule });

test('what is worse breaches, in the direction that is bad', () => {
  expect(judge(share(200, 150), share(2_000, 1_990))).toMatchObject({
    state: 'breached',
    treatment: { units: 200, value: 0.75 },
    control: { units: 2_000, value: 0.995 },
    liftRel: expect.closeTo(0.75 / 0.995 - 1, 12),
  });
  expect(judge(share(200, 150), share(2_000, 1_990), { direction: 'decrease' }).state).toBe('ok');
  expect(judge(share(200, 199), share(2_000, 1_990)).state).toBe('ok');
});

test('a margin is put up with', () => {
  const [treatment, control] = [share(4_000, 2_800), share(4_000, 3_200)];
  expect(judge(treatment, control).state).toBe('breached');
  expect(judge(treatment, control, { margin: 0.2 }).state).toBe('ok');
});

test('a handful, and what cannot be compared, is said to be not enough', () => {
  const few = judge(share(MIN_JUDGED_UNITS - 1, 0), share(1_000, 1_000));
  expect(few).toMatchObject({
    state: 'not_enough_data',
    pValue: null,
    reason: expect.stringContaining('19 users with'),
  });
  const none: Arm = { units: 500, estimate: { kind: 'not_enough_data', reason: 'zero_denominator' } };
  expect(judge(none, none)).toMatchObject({ state: 'not_enough_data', treatment: { value: null } });
});

test('several guardrails share what they may be wrong', () => {
  expect(levelOfEach(0.95, 5)).toBeCloseTo(0.99, 12);
});

/** A generator of its own for each rollout, so that a failure can be looked at again. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sessions, and those of them without a crash. */
interface Tally {
  x: number;
  y: number;
}

/**
 * A ramp through six steps: users arrive, each with some sessions that may crash, those of larger shares later; who is
 * let in at a later step leaves the control. Guardrails are checked after every batch.
 */
function isRolledBack(seed: number, crashRate: number, harm: number, looksPerStep = 5, usersPerLook = 40): boolean {
  const random = randomOf(seed);
  const users: { readonly bucket: number; readonly arms: readonly [Tally, Tally] }[] = [];
  const level = levelOfEach(0.95, 1);
  for (const percentage of [1, 5, 10, 25, 50, 90]) {
    for (let look = 0; look < looksPerStep; look += 1) {
      for (let arriving = 0; arriving < usersPerLook; arriving += 1) {
        users.push({
          bucket: random() * 100,
          arms: [
            { x: 0, y: 0 },
            { x: 0, y: 0 },
          ],
        });
      }
      for (const { bucket, arms } of users) {
        if (random() < 0.6) continue;
        const isTreated = bucket < percentage;
        // Some users crash more than others: their sessions are not independent.
        const rate = crashRate * (bucket % 1 < 0.2 ? 4 : 0.25) * (isTreated ? harm : 1);
        const tally = arms[isTreated ? 1 : 0];
        tally.x += 1;
        if (random() >= rate) tally.y += 1;
      }
      const arm = (isTreated: boolean): Arm => {
        const rows = users
          .filter(({ arms: [control, treatment] }) =>
            isTreated ? treatment.x > 0 : treatment.x === 0 && control.x > 0,
          )
          .map(({ arms }) => arms[isTreated ? 1 : 0])
          .map(({ y, x }) => [y, x] as const);
        return { units: rows.length, estimate: estimateRatio(pairMomentsFromRows(rows)) };
      };
      const rule = { direction: 'increase', margin: 0, level } as const;
      if (judgeGuardrail(statistics, arm(true), arm(false), rule).state === 'breached') return true;
    }
  }
  return false;
}

test('rollouts that do no harm are stopped in 5 % of cases at most, however often they are looked at', () => {
  const isLong = process.env.LP_TORTURE === 'long';
  const rollouts = isLong ? 20_000 : 1_000;
  let stopped = 0;
  for (let seed = 1; seed <= rollouts; seed += 1) if (isRolledBack(seed, 0.02, 1)) stopped += 1;
  if (isLong) process.stdout.write(`${stopped} of ${rollouts} rollouts that do no harm were stopped\n`);
  expect(stopped / rollouts).toBeLessThanOrEqual(0.05);
}, 600_000);

test('rollouts that crash ten times as often are stopped', () => {
  let stopped = 0;
  for (let seed = 1; seed <= 50; seed += 1) if (isRolledBack(seed, 0.02, 10)) stopped += 1;
  expect(stopped).toBe(50);
});
