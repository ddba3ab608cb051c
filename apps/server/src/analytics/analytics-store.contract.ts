import { HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../edge/scope.ts';
import { failedEventsQuery } from '../features/events/failed/queries/failed-events.ts';
import { countEventsQuery, eventsQuery } from '../features/events/queries/events.ts';
import { storedPerDayQuery } from '../features/projects/queries/stored-per-day.ts';
import { type AnalyticsStore, QueryTooHeavy, StoreUnavailable } from './analytics-store.ts';
import type { EventFilter } from './event-filter.ts';

export interface ContractRecord extends Scope {
  readonly receivedAtMs: number;
  readonly batch: readonly Record<string, unknown>[];
  readonly rejected?: readonly { readonly index: number; readonly reason: string; readonly eventJson: string }[];
}

/** A store with nothing in it, and a way to bring segments into it. */
export interface ContractSubject {
  readonly store: AnalyticsStore;
  /** Resolves when the segment's records can be asked for. */
  load(records: readonly ContractRecord[]): Promise<void>;
  /** Brings every segment so far again. */
  loadAgain(): Promise<void>;
  /** From now on the store cannot answer. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

const scope = {
  projectId: '018f2f6e-7c1a-7000-8000-0000000000a1',
  environmentId: '018f2f6e-7c1a-7000-8000-0000000000b1',
};
const otherEnvironment = { ...scope, environmentId: '018f2f6e-7c1a-7000-8000-0000000000b2' };
const otherProject = {
  projectId: '018f2f6e-7c1a-7000-8000-0000000000a2',
  environmentId: otherEnvironment.environmentId,
};
/** Noon of today, so that an hour before and after is the same day. */
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 12 * HOUR_MS;
const iso = (ms: number): string => new Date(ms).toISOString();

interface Row {
  readonly id: string;
  readonly event: string;
  readonly timestamp: string;
}

/** What every analytics store promises. */
export function analyticsStoreContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`${name} keeps the promises of an analytics store`, () => {
    let subject: ContractSubject;

    beforeAll(async () => {
      subject = await open();
      const context = { user: { id: 'u1', anonymous_id: 'a1' }, device: { id: 'd1' }, session: { id: 's1' } };
      const times = [0, 1, 1, 1, 2, 3, 3].map((hours) => ({ event: 'tick', timestamp: iso(noon - hours * HOUR_MS) }));
      const first = {
        event: 'signup',
        event_id: 'once',
        context,
        properties: { n: 1 },
        timestamp: iso(noon - 5 * HOUR_MS),
      };
      const rejected = [{ index: 1, reason: 'too big', eventJson: '{"event":"big"}' }];
      await subject.load([
        { ...scope, receivedAtMs: noon, batch: [first, ...times] },
        { ...otherEnvironment, receivedAtMs: noon, batch: [{ event: 'signup', event_id: 'once' }], rejected },
      ]);
      await subject.load([
        {
          ...scope,
          receivedAtMs: noon + HOUR_MS,
          batch: [{ ...first, properties: { n: 2 } }, { event: 'late' }],
          rejected,
        },
        { ...otherProject, receivedAtMs: noon + HOUR_MS, batch: [{ event: 'theirs' }] },
      ]);
    });

    afterAll(() => subject.close());

    const rowsOf = async (asked: Scope, filter: EventFilter = {}, limit = 100): Promise<Row[]> =>
      JSON.parse((await subject.store.run(eventsQuery, { scope: asked, filter, page: { limit } })).rowsJson);

    test('an event id counts once per environment, the first in log order wins', async () => {
      const rows = await rowsOf(scope, { event: 'signup' });
      expect(rows).toMatchObject([{ event_id: 'once', properties: { n: 1 } }]);
      expect(await subject.store.run(countEventsQuery, { scope: otherEnvironment, filter: { event: 'signup' } })).toBe(
        1,
      );
      expect(subject.store.status().counters).toMatchObject({ storedEvents: 11, duplicateEvents: 1, failedEvents: 2 });
    });

    test('rows have exactly the members of the wire form', async () => {
      const [row] = await rowsOf(scope, { event: 'signup' });
      expect(row).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
        event_id: 'once',
        event: 'signup',
        type: 'track',
        properties: { n: 1 },
        context: { user: { id: 'u1', anonymous_id: 'a1' }, device: { id: 'd1' }, session: { id: 's1' } },
        user_id: 'u1',
        anonymous_id: 'a1',
        device_id: 'd1',
        session_id: 's1',
        timestamp: iso(noon - 5 * HOUR_MS),
        received_at: iso(noon),
      });
    });

    test('answers hold only rows of the asked scope, newest first', async () => {
      const rows = await rowsOf(scope);
      const times = rows.map((row) => Date.parse(row.timestamp));
      expect(rows).toHaveLength(9);
      expect(times).toEqual([...times].sort((a, b) => b - a));
      expect((await rowsOf(otherProject)).map((row) => row.event)).toEqual(['theirs']);
      expect(await rowsOf({ ...scope, projectId: otherProject.projectId })).toEqual([]);
    });

    test('pages neither repeat nor skip a row', async () => {
      const all = (await rowsOf(scope)).map((row) => row.id);
      for (const limit of [1, 2, 4]) {
        const paged: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = await subject.store.run(eventsQuery, {
            scope,
            filter: {},
            page: { limit, ...(cursor === undefined ? {} : { cursor }) },
          });
          paged.push(...(JSON.parse(page.rowsJson) as Row[]).map((row) => row.id));
          cursor = page.nextCursor;
        }
        expect(paged).toEqual(all);
      }
    });

    test('a cursor that names no row leads to an empty page', async () => {
      for (const cursor of ['0190a6c4-1111-7abc-8def-00000000000f', '00000000-0000-8000-8000-000000000000']) {
        expect(await subject.store.run(eventsQuery, { scope, filter: {}, page: { limit: 5, cursor } })).toEqual({
          rowsJson: '[]',
          nextCursor: null,
        });
      }
    });

    const filters: { name: string; filter: EventFilter; expected: number }[] = [
      { name: 'event', filter: { event: 'tick' }, expected: 7 },
      { name: 'user', filter: { userId: 'u1' }, expected: 1 },
      { name: 'anonymous id', filter: { anonymousId: 'a1' }, expected: 1 },
      { name: 'device', filter: { deviceId: 'd1' }, expected: 1 },
      { name: 'device that is not there', filter: { deviceId: "d1' OR 1=1" }, expected: 0 },
      {
        name: 'time, from inclusive and to exclusive',
        filter: { fromMs: noon - 3 * HOUR_MS, toMs: noon - HOUR_MS },
        expected: 3,
      },
      { name: 'all together', filter: { event: 'tick', fromMs: noon - HOUR_MS, toMs: noon + 1 }, expected: 4 },
    ];
    for (const { name: by, filter, expected } of filters) {
      test(`filtered by ${by}, rows and count agree`, async () => {
        expect(await rowsOf(scope, filter)).toHaveLength(expected);
        expect(await subject.store.run(countEventsQuery, { scope, filter })).toBe(expected);
      });
    }

    test('failed events are shown to their scope, by kind and reason', async () => {
      const page = await subject.store.run(failedEventsQuery, { scope, filter: {}, page: { limit: 10 } });
      expect(JSON.parse(page.rowsJson)).toEqual([
        {
          id: expect.any(String),
          kind: 'rejected',
          event: 'big',
          reason: 'too big',
          raw: { event: 'big' },
          received_at: iso(noon + HOUR_MS),
          replayed_at: null,
        },
      ]);
      for (const filter of [{ kind: 'poison' as const }, { reason: 'other' }]) {
        expect((await subject.store.run(failedEventsQuery, { scope, filter, page: { limit: 10 } })).rowsJson).toBe(
          '[]',
        );
      }
    });

    test('stored events are counted by the day of receipt over all environments of a project', async () => {
      const days = await subject.store.run(storedPerDayQuery, {
        projectId: scope.projectId,
        fromMs: noon - 24 * HOUR_MS,
        toMs: noon + 24 * HOUR_MS,
      });
      expect(days).toEqual([{ day: iso(noon).slice(0, 10), events: 10 }]);
      const between = { projectId: scope.projectId, fromMs: noon + 1, toMs: noon + HOUR_MS };
      expect(await subject.store.run(storedPerDayQuery, between)).toEqual([]);
    });

    test('loading the same segment again changes nothing', async () => {
      const [before, counters] = [await rowsOf(scope), subject.store.status().counters];
      await subject.loadAgain();
      expect(await rowsOf(scope)).toEqual(before);
      expect(subject.store.status().counters).toEqual(counters);
    });

    test('a query that takes longer than it may rejects with QuestionTooHeavy', async () => {
      const asking = subject.store.run(countEventsQuery, { scope, filter: {} }, { timeLimitMs: 0 });
      await expect(asking).rejects.toBeInstanceOf(QueryTooHeavy);
    });

    test("a question that nobody waits for any more rejects with the signal's reason", async () => {
      const leaving = new AbortController();
      const asking = subject.store.run(
        eventsQuery,
        { scope, filter: {}, page: { limit: 5 } },
        { signal: leaving.signal },
      );
      leaving.abort(new Error('the client has left'));
      await expect(asking).rejects.toThrow('the client has left');
      expect(await subject.store.run(countEventsQuery, { scope, filter: {} })).toBe(9);
    });

    test('a query that cannot be answered now rejects with StoreUnavailable', async () => {
      await subject.breakDown();
      await expect(subject.store.run(countEventsQuery, { scope, filter: {} })).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });
}
