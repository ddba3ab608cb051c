import { expect, test } from 'vitest';
import type { Logger } from '../../../telemetry/logger.ts';
import type { GuardrailEvidence } from '../../guardrails/guardrail-evidence.ts';
import type { GuardrailWatch } from './guardrail.ts';
import type { GuardrailStore, WatchedFlag } from './guardrail-store.ts';
import type { Ramp } from './ramp.ts';
import { RolloutWatch } from './rollout-watch.ts';

const evidence = (state: GuardrailEvidence['state'], units = 500): GuardrailEvidence => ({
  state,
  reason: null,
  treatment: { units, value: 0.5 },
  control: { units, value: 0.9 },
  liftRel: -0.4,
  pValue: 0.001,
});
const guardrail = {
  id: 'g',
  eventName: '$crash_free_sessions',
  metricType: 'ratio',
  aggregationField: null,
  denominatorEvent: null,
  denominatorField: null,
  name: null,
  direction: 'increase',
  margin: 0,
} as const;
const watch: GuardrailWatch = { id: 'w', guardrails: [guardrail], confidenceLevel: 0.95, sinceMs: 1, breach: null };
const ramp: Ramp = {
  id: 'r',
  value: true,
  steps: [
    { percentage: 1, holdMinutes: 0, minUnits: null },
    { percentage: 100, holdMinutes: 0, minUnits: null },
  ],
  step: 0,
  stepSinceMs: 1,
  status: 'running',
  reason: null,
};
const flag: WatchedFlag = {
  projectId: 'p',
  flagId: 'f',
  flagKey: 'checkout',
  environmentId: 'e',
  rollout: { id: 'ro', percentage: 1, value: true },
  guardrails: watch,
  ramp,
};

/** A watch over one flag, with everything it did, in order. */
function watching(watched: Partial<WatchedFlag> = {}, find: () => GuardrailEvidence = () => evidence('ok')) {
  const done: string[] = [];
  const world = { dataRevision: 1, flags: [{ ...flag, ...watched }], find };
  const guardrails = {
    watched: async () => world.flags,
    recordBreach: async (_scope, { reason }, actor) => {
      done.push(`killed by ${actor.name}: ${reason}`);
      return true;
    },
    advanceRamp: async (_scope, { step }) => {
      done.push(`went on from ${step}`);
      return true;
    },
  } satisfies Partial<GuardrailStore>;
  const silent = { warn: () => undefined } as unknown as Logger;
  const rollout = new RolloutWatch({
    guardrails: guardrails as unknown as GuardrailStore,
    findEvidence: async () => {
      done.push('checked');
      return new Map([['g', world.find()]]);
    },
    dataRevision: () => world.dataRevision,
    publish: async () => void done.push('published'),
    logger: silent,
  });
  return { rollout, done, world };
}

test('a breach is acted on and published, and the ramp does not go on', async () => {
  const { rollout, done } = watching({}, () => evidence('breached'));
  await rollout.look();
  expect(done).toEqual([
    'checked',
    'killed by Guardrail: Crash-free sessions: Guardrail breached: Crash-free sessions, 50 % of 500 users with the new value, 90 % of 500 users without it (p = 0.0010).',
    'published',
  ]);
});

test('a ramp goes on after a check that found nothing', async () => {
  const { rollout, done } = watching();
  await rollout.look();
  expect(done).toEqual(['checked', 'went on from 0', 'published']);
});

test('a ramp without guardrails needs no check', async () => {
  const { rollout, done } = watching({ guardrails: null });
  await rollout.look();
  expect(done).toEqual(['went on from 0', 'published']);
});

test('nothing is checked again at once when nothing new is stored', async () => {
  const { rollout, done, world } = watching({ ramp: null });
  await rollout.look();
  await rollout.look();
  expect(done).toEqual(['checked']);
  world.dataRevision += 1;
  await expect.poll(async () => rollout.look().then(() => done.length)).toBe(2);
});

test('while guardrails cannot be checked the ramp waits and says so, and goes on afterwards', async () => {
  const { rollout, done, world } = watching({}, () => {
    throw new Error('the store is down');
  });
  await rollout.look();
  expect(done).toEqual(['checked']);
  expect(rollout.waitOf(flag, Date.now())).toEqual({
    kind: 'guardrails',
    reason: 'they could not be checked; retrying.',
  });
  world.find = () => evidence('ok');
  await expect.poll(async () => rollout.look().then(() => done.at(-1))).toBe('published');
});

test('a step that has just begun waits for a check of its own', async () => {
  const { rollout, done, world } = watching({ ramp: { ...ramp, status: 'paused' } });
  await rollout.look();
  const next = { ...flag, ramp: { ...ramp, stepSinceMs: Date.now() + 1 } };
  world.flags = [next];
  expect(rollout.waitOf(next, Date.now() + 2)).toMatchObject({ kind: 'guardrails' });
  await expect.poll(async () => rollout.look().then(() => done)).toContain('went on from 0');
  expect(done.filter((what) => what === 'checked')).toHaveLength(2);
});

test('too few users: it waits for more', async () => {
  const { rollout, done } = watching({}, () => evidence('not_enough_data', 99));
  await rollout.look();
  expect(done).toEqual(['checked']);
  expect(rollout.waitOf(flag, Date.now())).toEqual({ kind: 'units', units: 99, minUnits: 100 });
});
