import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { environmentOf } from '../../../http/access/environment-of.ts';
import { handle } from '../../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../../http/request/page.ts';
import { whileClientWaits } from '../../../http/request/while-client-waits.ts';
import { isoTime } from '../../../http/request/wire-time.ts';
import { type PersonBehind, peopleBehindQuery } from '../queries/people/people-behind.ts';
import type { FilterSources } from '../read-filters.ts';
import { readInsightQuery } from '../read-insight-query.ts';
import { cursorOfPerson, personOfCursor } from './person-cursor.ts';
import { readPeopleBehind } from './read-people-behind.ts';
import { withPeople } from './with-people.ts';

export interface PeopleBehindDeps extends FilterSources {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
}

/** Who is behind a number of an insight. */
export function registerPeopleBehindRoute(
  fastify: FastifyInstance,
  { store, state, ...sources }: PeopleBehindDeps,
): void {
  handle(fastify, 'listPeopleBehind', async ({ access, body, reply }) => {
    const query = withPeople(readInsightQuery(body.query));
    const { projectId } = access;
    const scope = { projectId, environmentId: environmentOf(state, access, body.environment_id).id };
    const reading = { scope, timezone: state.timezoneOf(projectId), sources };
    const behind = await readPeopleBehind(query, body.at, reading);
    const { limit, cursor } = pageRequest(body, 50);
    const after = cursor === undefined ? {} : { after: personOfCursor(cursor) };
    return whileClientWaits(reply, async (signal) => {
      const { people, total } = await store.run(peopleBehindQuery, { scope, behind, limit, ...after }, { signal });
      const rows = people.slice(0, limit);
      const last = people.length > limit ? rows.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursorOfPerson({ key: last.key, total });
      return { ...listResponse({ rows, nextCursor }, personRow), total };
    });
  });
}

const personRow = ({ id, kind, firstMs, lastMs, events }: PersonBehind) => ({
  person_id: id,
  kind,
  user_id: kind === 'user' ? id : null,
  first_at: isoTime(firstMs),
  last_at: isoTime(lastMs),
  events,
});
