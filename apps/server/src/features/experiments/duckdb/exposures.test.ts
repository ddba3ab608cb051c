import { HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  batchRecord,
  environmentId,
  eventsRecord,
  projectId,
  receivedAtMs,
  scope,
} from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { type ExposuresParams, exposuresQuery, MAX_EXPOSED_VARIANTS } from '../queries/exposures.ts';

const startMs = receivedAtMs - 10 * HOUR_MS;
interface Ids {
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
}
const exposure = (minutes: number, variant_key: unknown, { user, anonymous, device }: Ids, experiment_key = 'pay') => ({
  event: '$experiment_exposure',
  timestamp: new Date(startMs + minutes * MINUTE_MS).toISOString(),
  properties: { experiment_key, variant_key },
  context: { user: { id: user, anonymous_id: anonymous }, device: { id: device } },
});

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
  await store.load(
    eventsRecord(
      exposure(0, 'a', { user: 'ann', device: 'd1' }),
      exposure(1, 'a', { user: 'ann', device: 'd2' }),
      exposure(2, 'a', { anonymous: 'a-ann', device: 'd3' }),
      exposure(3, 'b', { anonymous: 'bob', device: 'd4' }),
      // The same text is not the same person.
      exposure(4, 'b', { user: 'bob' }),
      exposure(5, 'b', { anonymous: 'both', device: 'd5' }),
      exposure(6, undefined, { anonymous: 'unsaid', device: 'd6' }),
      exposure(7, 'b', {}),
      exposure(8, 'b', { user: 'other' }, 'other'),
      exposure(60, 'b', { user: 'late' }),
      { ...exposure(1, 'a', { user: 'no exposure' }), event: 'seen' },
    ),
  );
  await store.write();
  await store.load(
    batchRecord({ anonymous_id: 'a-ann', user_id: 'ann', device_id: 'd3' }, { kind: 'link' }),
    eventsRecord(exposure(9, 'a', { anonymous: 'both', device: 'd5' })),
    batchRecord({ batch: [exposure(1, 'a', { user: 'elsewhere' })] }, { environmentId: projectId }),
  );
});
afterAll(() => store.close());

const run = (more: Partial<ExposuresParams> = {}) =>
  store.analytics.run(exposuresQuery, {
    scope,
    experimentKey: 'pay',
    unit: 'auto',
    fromMs: startMs,
    toMs: startMs + HOUR_MS,
    ...more,
  });
const counted = async (more: Partial<ExposuresParams>) => {
  const { variants, mixedUnits } = await run(more);
  return [Object.fromEntries(variants.map(({ variantKey, units }) => [variantKey, units])), mixedUnits];
};

test('a person counts once, under all of their ids, and not at all where they saw two variants', async () => {
  expect(await run()).toEqual({
    variants: [
      { variantKey: 'b', units: 2 },
      { variantKey: 'a', units: 1 },
    ],
    mixedUnits: 1,
  });
});

test('units are what the experiment counts', async () => {
  expect(await counted({ unit: 'device' })).toEqual([{ a: 3, b: 1 }, 1]);
  expect(await counted({ unit: 'user' })).toEqual([{ a: 1, b: 1 }, 0]);
});

test('the range begins with its first instant and ends before its last', async () => {
  expect(await counted({ fromMs: startMs + 60 * MINUTE_MS, toMs: startMs + 60 * MINUTE_MS + 1 })).toEqual([
    { b: 1 },
    0,
  ]);
  expect(await counted({ toMs: startMs + 9 * MINUTE_MS })).toEqual([{ a: 1, b: 3 }, 0]);
});

test('another experiment, another environment and a key with a quote in it are other ones', async () => {
  expect(await counted({ experimentKey: 'other' })).toEqual([{ b: 1 }, 0]);
  expect(await counted({ scope: { projectId, environmentId: projectId } })).toEqual([{ a: 1 }, 0]);
  expect(await counted({ experimentKey: "x' OR true --" })).toEqual([{}, 0]);
  expect(environmentId).not.toBe(projectId);
});

test('variants that somebody makes up are bounded', async () => {
  const batch = Array.from({ length: MAX_EXPOSED_VARIANTS + 5 }, (_, at) =>
    exposure(1, `v${at}`, { user: `u${at}` }, 'wild'),
  );
  await store.load(eventsRecord(...batch));
  const { variants, mixedUnits } = await run({ experimentKey: 'wild' });
  expect([variants.length, mixedUnits]).toEqual([MAX_EXPOSED_VARIANTS, 0]);
});
