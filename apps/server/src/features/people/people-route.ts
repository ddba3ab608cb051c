import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest, pagination } from '../../http/request/page.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import { deviceRow } from '../devices/device-row.ts';
import type { FilterSources } from '../insights/read-filters.ts';
import { exportDocument, exportLines } from '../privacy/user-export.ts';
import type { KnownPerson, ListedPerson, PersonDirectory } from './person-directory.ts';
import { amongReader } from './read-among.ts';

const SHOWN_OF_TIMELINE = 50;
const NDJSON = 'application/x-ndjson';

export interface PeopleRouteDeps {
  readonly people: PersonDirectory;
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly filterSources: FilterSources;
}

/** Persons, what they did, and everything that is stored of one. */
export function registerPeopleRoute(
  fastify: FastifyInstance,
  { people, store, state, filterSources }: PeopleRouteDeps,
): void {
  const readAmong = amongReader(filterSources);
  const scopeOf = (access: ProjectAccess, environmentId: string | undefined) => ({
    projectId: access.projectId,
    environmentId: environmentOf(state, access, environmentId).id,
  });

  handle(fastify, 'listPeople', async ({ reply, access, query }) => {
    const scope = scopeOf(access, query.environment_id);
    const { search, sort = 'last_seen', order = 'desc' } = query;
    const among = await readAmong(scope, query);
    const asked = { sort, isAscending: order === 'asc', ...omitUndefined({ search, among }) };
    return await whileClientWaits(reply, async (signal) =>
      listResponse(await people.list(scope, asked, pageRequest(query, 50), signal), personRow),
    );
  });

  handle(fastify, 'showPerson', async ({ access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const person = orNotFound(await people.find(scope, param('id'), query.kind), 'person');
    const { rowsJson } = await people.timeline(scope, person.ids, { limit: SHOWN_OF_TIMELINE });
    return `{"data":${JSON.stringify(profileRow(person)).slice(0, -1)},"timeline":${rowsJson}}}`;
  });

  handle(fastify, 'personTimeline', async ({ access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const { ids } = orNotFound(await people.find(scope, param('id'), query.kind), 'person');
    const { rowsJson, nextCursor } = await people.timeline(scope, ids, pageRequest(query, SHOWN_OF_TIMELINE));
    return `{"data":${rowsJson},"pagination":${JSON.stringify(pagination(nextCursor))}}`;
  });

  handle(fastify, 'exportUser', async ({ request, reply, access, query, param }) => {
    const scope = scopeOf(access, query.environment_id);
    const person = orNotFound(await people.find(scope, param('userId'), 'user'), 'user');
    const isLines = request.headers.accept?.includes(NDJSON) === true;
    const parts = isLines ? exportLines : exportDocument;
    const pieces = parts(store, scope, person.ids, exportHead(person));
    const first = await pieces.next();
    reply.header('Content-Disposition', `attachment; filename="user-export.${isLines ? 'ndjson' : 'json'}"`);
    reply.header('Cache-Control', 'no-store');
    reply.type(isLines ? NDJSON : 'application/json; charset=utf-8');
    return reply.send(Readable.from(startingWith(first.value ?? '', pieces)));
  });
}

/** A stream that fails is cut off without its end, so that nobody takes it for whole. */
async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

const personRow = (person: ListedPerson) => ({
  id: person.id,
  kind: person.kind,
  user_id: person.kind === 'user' ? person.id : null,
  first_seen: isoTime(person.firstSeenMs),
  last_seen: isoTime(person.lastSeenMs),
  event_count: person.eventCount,
  attributes: person.attributes,
  platform: person.platform,
  app_version: person.appVersion,
  country: person.country,
});

const profileRow = (person: KnownPerson) => ({
  id: person.id,
  kind: person.kind,
  user_id: person.ids.userId,
  anonymous_ids: person.ids.anonymousIds,
  device_ids: person.ids.deviceIds,
  attributes: person.attributes,
  groups: person.groups,
  first_seen: isoTimeOrNull(person.firstSeenMs),
  last_seen: isoTimeOrNull(person.lastSeenMs),
  event_count: person.eventCount,
  session_count: person.sessionCount,
  devices: person.devices.map(deviceRow),
});

const exportHead = (person: KnownPerson) => ({
  user: {
    user_id: person.id,
    attributes: person.attributes,
    groups: person.groups,
    anonymous_ids: person.ids.anonymousIds,
    device_ids: person.ids.deviceIds,
  },
  devices: person.devices.map(deviceRow),
});
