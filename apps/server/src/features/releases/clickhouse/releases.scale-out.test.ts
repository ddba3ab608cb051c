import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BothEngines } from '../../../compose/testing/both-engines.ts';
import { OddRecords } from '../../../compose/testing/odd-records.ts';
import { receivedAtMs, scope } from '../../../compose/testing/sample-log.ts';
import {
  type ReleaseRequests,
  releaseAdoptionQuery,
  releaseRequestsQuery,
  releasesSeenQuery,
} from '../queries/releases.ts';

describe.each([31])('both engines answer the same about releases (seed %i)', (seed) => {
  let both: BothEngines;
  beforeAll(async () => {
    both = await BothEngines.open();
    await both.load(...new OddRecords(seed).some(400));
  });
  afterAll(() => both.close());

  test('which there are', async () => {
    const seen = await both.same(releasesSeenQuery, { scope, receivedSinceMs: 0, limit: 100 });
    expect(seen.length).toBeGreaterThan(8);
    await both.same(releasesSeenQuery, { scope, receivedSinceMs: receivedAtMs - DAY_MS, limit: 3 });
  });

  test('how their requests went, to the last digit', async () => {
    const byRelease = (rows: readonly ReleaseRequests[]) =>
      rows.toSorted((a, b) => (`${a.platform} ${a.version}` < `${b.platform} ${b.version}` ? -1 : 1));
    const range = { scope, fromMs: receivedAtMs - 60 * DAY_MS, toMs: receivedAtMs + HOUR_MS };
    const rows = await both.same(releaseRequestsQuery, range, byRelease);
    expect(rows.length).toBeGreaterThan(8);
  });

  test('who used them and when', async () => {
    const ranges = [
      { fromMs: receivedAtMs - 5 * DAY_MS, toMs: receivedAtMs + HOUR_MS, interval: 'hour' },
      { fromMs: receivedAtMs - 300 * DAY_MS, toMs: receivedAtMs + HOUR_MS, interval: 'week' },
      { fromMs: -HOUR_MS, toMs: HOUR_MS, interval: 'hour' },
    ] as const;
    for (const range of ranges) {
      for (const timezone of ['Europe/Berlin', 'Australia/Lord_Howe']) {
        await both.same(releaseAdoptionQuery, { scope, ...range, timezone });
        await both.same(releaseAdoptionQuery, { scope, ...range, timezone, platform: 'ios' });
      }
    }
  });

  test('a range with too many buckets is refused', async () => {
    const range = { fromMs: 0, toMs: receivedAtMs, interval: 'hour' as const, timezone: 'UTC' };
    await expect(both.same(releaseAdoptionQuery, { scope, ...range })).rejects.toThrow('more than 1000 points');
  });
});
