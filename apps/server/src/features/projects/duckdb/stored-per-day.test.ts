import { HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { batchRecord, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { storedPerDayQuery } from '../queries/stored-per-day.ts';

const midnightMs = Date.UTC(2026, 9, 4);
const received = [-1, 0, 1, 14, 15, 16, 44, 59].map((minutes) => midnightMs + minutes * MINUTE_MS);

test.each([{ isWriting: true }, {}])(
  'events count on the day they were received, to the millisecond at both ends of the range: %o',
  async (options) => {
    const store = await SampleStore.open(options);
    for (const receivedAtMs of received)
      await store.load(batchRecord({ batch: [{ event: 'opened' }] }, { kind: 'events', receivedAtMs }));
    const ends = [midnightMs - HOUR_MS, midnightMs + HOUR_MS, ...received, ...received.map((ms) => ms + 1)];
    for (const fromMs of ends) {
      for (const toMs of ends.filter((end) => end > fromMs)) {
        const asked = { projectId: scope.projectId, fromMs, toMs };
        const counted = received.filter((ms) => ms >= fromMs && ms < toMs);
        const [before, after] = [counted.filter((ms) => ms < midnightMs), counted.filter((ms) => ms >= midnightMs)];
        expect({ asked, days: await store.analytics.run(storedPerDayQuery, asked) }).toEqual({
          asked,
          days: [
            { day: '2026-10-03', events: before.length },
            { day: '2026-10-04', events: after.length },
          ].filter(({ events }) => events > 0),
        });
      }
    }
    await store.close();
  },
);
