import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchRecord, projectId } from '../../../compose/testing/sample-log.ts';
import { SampleStore } from '../../../compose/testing/sample-store.ts';
import { userSqlQuery } from '../queries/user-sql.ts';

const numRuns = Number(process.env.PROPERTY_RUNS ?? (process.env.LP_TORTURE === 'long' ? 100 : 5));
const startMs = Date.parse('2026-03-28T00:00:00Z');

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
const event = fc.record({
  name: fc.constantFrom('buy', '$pageview', '$pageview', '$screen', '$session_start', '$flag_exposure'),
  /** Few, so that many are equal: then the order of arrival decides. */
  second: fc.integer({ min: 0, max: 6 }),
  session: maybe(fc.constantFrom('s1', 's2', 's3')),
  user: maybe(fc.constantFrom('u1', 'u2')),
  anonymous: maybe(fc.constantFrom('a1', 'a2')),
  platform: maybe(fc.constantFrom('ios', 'web')),
  path: maybe(fc.constantFrom('/', '/basket', '')),
  screen: maybe(fc.constantFrom('Home')),
  utm: maybe(fc.constantFrom('news', '')),
  referrer: maybe(fc.constantFrom('https://search.example/q', 'https://own.example:8080/a', '/inside', '')),
  host: maybe(fc.constantFrom('own.example:8080')),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;
const arrivals = fc.record({
  events: fc.array(event, { minLength: 10, maxLength: 25 }),
  link: maybe(fc.record({ user: fc.constantFrom('u3'), anonymous: fc.constantFrom('a1', 'a2') })),
  crashes: fc.array(maybe(fc.constantFrom('s1', 's2', 'other')), { maxLength: 4 }),
  attributes: fc.array(fc.record({ user: fc.constantFrom('u1', 'u3'), plan: fc.constantFrom('pro', 'free', null) }), {
    maxLength: 5,
  }),
});
type Arrivals = typeof arrivals extends fc.Arbitrary<infer T> ? T : never;

const bodyOf = (one: Event) => ({
  event: one.name,
  timestamp: new Date(startMs + one.second * 1_500).toISOString(),
  properties: { path: one.path, screen_name: one.screen, utm_source: one.utm, referrer: one.referrer },
  context: {
    user: { id: one.user, anonymous_id: one.anonymous },
    device: { platform: one.platform, country: 'DE' },
    session: { id: one.session },
    page: { host: one.host },
  },
});

let store: SampleStore;
beforeAll(async () => {
  store = await SampleStore.open();
});
afterAll(() => store.close());

async function load({ events, link, crashes, attributes }: Arrivals): Promise<string> {
  const environmentId = randomUUID();
  const [half, rest] = [events.slice(0, 8), events.slice(8)];
  await store.load(
    batchRecord({ batch: half.map(bodyOf) }, { environmentId }),
    ...crashes.map((session_id) =>
      batchRecord({ crash_id: randomUUID(), session_id }, { kind: 'crash', environmentId }),
    ),
    ...attributes.map(({ user, plan }) =>
      batchRecord({ user_id: user, attributes: plan === null ? null : { plan } }, { kind: 'user', environmentId }),
    ),
  );
  await store.load(
    batchRecord({ batch: rest.map(bodyOf) }, { environmentId }),
    ...(link === undefined
      ? []
      : [batchRecord({ user_id: link.user, anonymous_id: link.anonymous }, { kind: 'link', environmentId })]),
  );
  return environmentId;
}

async function rowsOf(environmentId: string, sql: string): Promise<Record<string, unknown>[]> {
  const asked = { scope: { projectId, environmentId }, sql, changesJson: '[]' };
  const { columns, rows } = JSON.parse((await store.analytics.run(userSqlQuery, asked)).resultJson) as {
    columns: { name: string }[];
    rows: unknown[][];
  };
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at]?.name ?? '', cell])));
}

/** The earliest link of an anonymous id; what an event says itself is one too. */
function ownerOf(anonymous: string | undefined, { events, link }: Arrivals): string | undefined {
  const said = events
    .filter((one) => one.user !== undefined && one.anonymous === anonymous)
    .map(({ user = '', second }) => ({ user, atMs: startMs + second * 1_500 }));
  const all = [
    ...said,
    ...(link !== undefined && link.anonymous === anonymous ? [{ user: link.user, atMs: Infinity }] : []),
  ];
  all.sort((a, b) => a.atMs - b.atMs || (a.user < b.user ? -1 : 1));
  return anonymous === undefined ? undefined : all[0]?.user;
}

function expectedSessions(data: Arrivals): Record<string, unknown>[] {
  const ids = [...new Set(data.events.map(({ session }) => session))].filter((id) => id !== undefined).sort();
  return ids.map((id) => {
    const all = data.events.filter(({ session }) => session === id).sort((a, b) => a.second - b.second);
    const shown = (one: Event): string =>
      (one.name === '$pageview' ? one.path : one.name === '$screen' ? one.screen : undefined) || one.name;
    const visits = all.filter(({ name }) => !name.startsWith('$') || name === '$pageview' || name === '$screen');
    const seen = visits.length > 0 ? visits : all;
    const hosts = all.map(({ referrer = '', host }) => {
      const found = /^https?:\/\/([^/:?#]+)/.exec(referrer)?.[1];
      return found === host?.split(':')[0] ? undefined : found;
    });
    const persons = all.map(({ user, anonymous }) => user ?? ownerOf(anonymous, data) ?? anonymous);
    const [first, last] = [all[0]?.second ?? 0, all.at(-1)?.second ?? 0];
    return {
      session_id: id,
      person_id: persons.find((person) => person !== undefined) ?? null,
      duration_seconds: (last - first) * 1.5,
      events: all.length,
      crashes: data.crashes.filter((session) => session === id).length,
      entry: shown(seen[0] as Event),
      exit: shown(seen.at(-1) as Event),
      source: all.find(({ utm }) => utm)?.utm ?? hosts.find((host) => host !== undefined) ?? null,
      platform: all.find(({ platform }) => platform !== undefined)?.platform ?? null,
      app_version: null,
      country: 'DE',
      started_at: new Date(startMs + first * 1_500).toISOString(),
      ended_at: new Date(startMs + last * 1_500).toISOString(),
    };
  });
}

test(
  'sessions and the attributes of people are what plain arithmetic over the same events gives',
  async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (data) => {
        const environmentId = await load(data);
        expect(await rowsOf(environmentId, 'SELECT * FROM sessions ORDER BY session_id')).toEqual(
          expectedSessions(data),
        );
        const known = await rowsOf(environmentId, 'SELECT person_id, attributes FROM people');
        for (const { person_id: person, attributes } of known) {
          const plan = data.attributes.filter(({ user }) => user === person).at(-1)?.plan ?? null;
          expect(attributes).toEqual(plan === null ? null : { plan });
        }
      }),
      { numRuns },
    );
  },
  60_000 + numRuns * 10_000,
);
