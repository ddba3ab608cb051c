import { invalidField, isInsightField, userField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import { activePeopleQuery } from './queries/active-people.ts';
import { activityQuery } from './queries/activity.ts';
import { fieldValuesQuery } from './queries/field-values.ts';
import { userAttributesQuery } from './queries/user-attributes.ts';

const ACTIVITY_DAYS = 7;
const VALUES_DAYS = 30;
const MAX_VALUES = 50;

/** Who was there, how much happened, and what fields hold: counts that need no query of their own making. */
export function registerActivityRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  handle(fastify, 'showActivity', async ({ access, query, receivedAtMs, reply }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const range = rangeOf(query, receivedAtMs, ACTIVITY_DAYS);
    const { interval } = query;
    const over = interval && { interval, timezone: state.timezoneOf(access.projectId) };
    return whileClientWaits(reply, async (signal) => {
      const params = { scope, ...range, ...omitUndefined({ over }) };
      const { people, events, points } = await store.run(activityQuery, params, { signal });
      const series = points.map(({ bucketMs, ...counts }) => ({ at: isoTime(bucketMs), ...counts }));
      return { data: { ...timesOf(range), people, events, ...(over === undefined ? {} : { series }) } };
    });
  });

  handle(fastify, 'countActivePeople', async ({ access, query, reply }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const platforms = query.platform?.split(',').map((name) => name.trim());
    return whileClientWaits(reply, async (signal) => {
      const params = { scope, ...omitUndefined({ platforms }) };
      const { asOfMs, ofWeek, ofMonth } = await store.run(activePeopleQuery, params, { signal });
      return { data: { as_of: isoTime(asOfMs), last_7_days: ofWeek, last_30_days: ofMonth } };
    });
  });

  handle(fastify, 'listFieldValues', async ({ access, query, receivedAtMs, reply }) => {
    const { field, event, limit = MAX_VALUES } = query;
    if (!isInsightField(field)) throw invalidField('field', `unknown field: ${field}`);
    const scope = scopeOf(state, access, query.environment_id);
    const range = rangeOf(query, receivedAtMs, VALUES_DAYS);
    // Nothing to look for is no condition.
    const search = query.search === '' ? undefined : query.search;
    return whileClientWaits(reply, async (signal) => {
      const params = { scope, field, limit, ...range, ...omitUndefined({ event, search }) };
      const { values, hasMore } = await store.run(fieldValuesQuery, params, { signal });
      return { data: { field, ...timesOf(range), values, has_more: hasMore } };
    });
  });

  handle(fastify, 'listUserAttributes', async ({ access, query, reply }) => {
    const scope = scopeOf(state, access, query.environment_id);
    return whileClientWaits(reply, async (signal) => {
      const { attributes } = await store.run(userAttributesQuery, { scope }, { signal });
      return {
        data: attributes.map(({ name, users, types, examples }) => ({
          name,
          field: userField(name),
          users,
          types: [...types],
          examples: [...examples],
        })),
      };
    });
  });
}

const timesOf = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) => ({
  from: isoTime(fromMs),
  to: isoTime(toMs),
});
