import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchRecord, scope } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { timeseriesQuery } from '../../../features/insights/queries/timeseries.ts';

const at = (hour: number): number => Date.parse('2026-06-01T00:00:00Z') + hour * 3_600_000;

interface Said {
  readonly hour: number;
  readonly event?: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
}

const eventOf = ({ hour, event = 'e', user, anonymous, device }: Said) => ({
  event,
  timestamp: new Date(at(hour)).toISOString(),
  context: { user: { id: user, anonymous_id: anonymous }, device: { id: device } },
});

// With what is known of links in memory, and with the store asked each time.
describe.each([{ filterBytes: 2 ** 24 }, { filterBytes: 0 }])(
  'persons of a store with $filterBytes bytes for links',
  (options) => {
    let store: SampleStore;
    beforeAll(async () => {
      store = await SampleStore.open(options);
    });
    afterAll(() => store.close());

    let environments = 0;

    /** Each list is a load. Answers who did `asked`, by id, and how many persons that are, which is found another way. */
    async function whoDid(...loads: readonly (readonly Said[])[]): Promise<{ ids: string[]; persons: number }> {
      const environmentId = `018f2f6e-7c1a-7000-8000-${String(++environments).padStart(12, '0')}`;
      for (const said of loads) await store.load(batchRecord({ batch: said.map(eventOf) }, { environmentId }));
      const query = {
        scope: { ...scope, environmentId },
        timezone: 'UTC',
        range: { kind: 'between' as const, fromMs: at(0), toMs: at(24) },
        filters: [],
        events: ['asked'],
        interval: 'day' as const,
      };
      const count = { ...query, aggregation: { kind: 'count' as const }, breakdownField: 'person_id' };
      const distinct = { ...query, aggregation: { kind: 'count_distinct' as const, field: 'person_id' } };
      const read = async (asked: typeof count | typeof distinct) =>
        JSON.parse((await store.analytics.run(timeseriesQuery, asked)).resultJson) as {
          series: { name: string; points: { value: number }[] }[];
        };
      return {
        ids: (await read(count)).series.map(({ name }) => name),
        persons: (await read(distinct)).series[0]?.points[0]?.value ?? 0,
      };
    }

    const asked = (ids: Omit<Said, 'hour'>): Said => ({ hour: 20, event: 'asked', ...ids });

    test('the user that an event names wins over every link', async () => {
      const said = [{ hour: 1, user: 'u2', anonymous: 'a' }, asked({ user: 'u1', anonymous: 'a' })];
      expect((await whoDid(said)).ids).toEqual(['u1']);
    });

    /** What was done without a user, and what the user did who should be the same person. */
    const both = (user: string): readonly Said[] => [asked({ anonymous: 'a' }), asked({ user })];
    const only = (user: string) => ({ ids: [user], persons: 1 });

    test('of several links the earliest counts, whatever arrived first', async () => {
      const later = { hour: 9, user: 'u1', anonymous: 'a' };
      const earlier = { hour: 5, user: 'u2', anonymous: 'a' };
      expect(await whoDid([later, ...both('u2')], [earlier])).toEqual(only('u2'));
      expect(await whoDid([earlier], [...both('u2'), later])).toEqual(only('u2'));
    });

    test('a link that was known, said again of an earlier moment, counts from then', async () => {
      const said = [
        { hour: 9, user: 'u1', anonymous: 'a' },
        { hour: 5, user: 'u2', anonymous: 'a' },
      ];
      expect(await whoDid([...said, ...both('u2')])).toEqual(only('u2'));
      expect(await whoDid([...said, ...both('u1')], [{ hour: 1, user: 'u1', anonymous: 'a' }])).toEqual(only('u1'));
    });

    test('links of one moment are ordered by user id', async () => {
      const [one, other] = [
        { hour: 5, user: 'ub', anonymous: 'a' },
        { hour: 5, user: 'ua', anonymous: 'a' },
      ];
      expect(await whoDid([one, other, ...both('ua')])).toEqual(only('ua'));
      expect(await whoDid([other], [one, ...both('ua')])).toEqual(only('ua'));
    });

    test('without a link it is the anonymous id, then the device, then nobody', async () => {
      const who = await whoDid([asked({ anonymous: 'a', device: 'd' }), asked({ device: 'd' }), asked({})]);
      expect(who).toEqual({ ids: ['a', 'd', '(none)'], persons: 2 });
    });

    test('the same text as a user, as an anonymous id and as a device are three persons', async () => {
      const who = await whoDid([asked({ user: 'x' }), asked({ anonymous: 'x' }), asked({ device: 'x' })]);
      expect(who).toEqual({ ids: ['x'], persons: 3 });
    });

    test('an empty id is none', async () => {
      const said = [{ hour: 1, user: 'u1', anonymous: '' }, asked({ user: '', anonymous: '', device: 'd' })];
      expect(await whoDid(said)).toEqual({ ids: ['d'], persons: 1 });
    });
  },
);
