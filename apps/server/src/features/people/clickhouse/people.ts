import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope, millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { branches, isOneOf, NAMES_DEVICE_ONLY, ownedBy } from '../../../analytics/clickhouse/relations/person-ids.ts';
import { joinOwners, PERSON_ID, PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { PersonKind } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { cohortPersons } from '../../insights/clickhouse/cohort-persons.ts';
import { filtersSql } from '../../insights/clickhouse/insight-filters.ts';
import type { PeoplePage, PeopleParams, PersonSummary, RankedPeopleParams } from '../queries/people.ts';
import {
  type FoundPerson,
  foundPerson,
  peoplePage,
  rankedPeoplePage,
  summariesOf,
  windowsBefore,
} from '../queries/people-page.ts';
import type { PersonPlace } from '../queries/person-cursor.ts';

const USER_ID = 'coalesce(ev.user_id, owner.owner_id)';
const KIND = `multiIf(${USER_ID} IS NOT NULL, 'user', ev.anonymous_id IS NOT NULL, 'anonymous', 'device')`;
/** Orders persons who were last seen in the same millisecond, and stands in the cursor. */
const KEY = "substring(lower(hex(MD5(concat(kind, '/', id)))), 1, 18)";

export const people = (reader: ClickhouseReader, params: PeopleParams): Promise<PeoplePage> =>
  peoplePage(params, {
    moments: (untilMs) => windowsBefore(untilMs, params),
    activeSince: (sinceMs, after) => activeSince(reader, params, sinceMs, after),
    summaries: (found) => summaries(reader, params.scope, found),
  });

async function activeSince(
  reader: ClickhouseReader,
  { scope, search, userIds, page }: PeopleParams,
  sinceMs: number,
  after: PersonPlace | undefined,
): Promise<readonly FoundPerson[]> {
  const searched = searchedIn(search, userIds);
  const behind = after === undefined ? '' : `WHERE (last, key) < (${millis(after.rank)}, ${quoted(after.key)})`;
  const rows = await reader.rows(
    `SELECT kind, id, last, ${KEY} AS key FROM (
      SELECT ${KIND} AS kind, assumeNotNull(${PERSON_ID}) AS id, max(ev.moment) AS last
      FROM (${activity(scope, sinceMs)}) AS ev ${joinOwners(scope)}
      WHERE ${PERSON_ID} IS NOT NULL ${searched === '' ? '' : `AND (${searched})`} GROUP BY kind, id)
     ${behind} ORDER BY last DESC, key DESC LIMIT ${page.limit + 1}`,
  );
  return rows.map(foundPerson);
}

export const rankedPeople = (reader: ClickhouseReader, params: RankedPeopleParams): Promise<PeoplePage> =>
  rankedPeoplePage(params, {
    ranked: (after) => ranked(reader, params, after),
    summaries: (found) => summaries(reader, params.scope, found),
  });

const ranks = { last_seen: 'last', first_seen: 'first', event_count: 'events' } as const;

async function ranked(
  reader: ClickhouseReader,
  { scope, search, userIds, page, sort, isAscending, among }: RankedPeopleParams,
  after: PersonPlace | undefined,
): Promise<readonly FoundPerson[]> {
  const searched = searchedIn(search, userIds);
  const [before, order] = isAscending ? ['>', 'ASC'] : ['<', 'DESC'];
  const conditions = [
    ...(among === undefined
      ? []
      : [`person IN (${cohortPersons(among, (filters) => filtersSql(filters, 'filters'))})`]),
    ...(after === undefined ? [] : [`(rank, key) ${before} (${after.rank}, ${quoted(after.key)})`]),
  ];
  const rows = await reader.rows(
    `SELECT kind, id, last, ${KEY} AS key, toInt64(${ranks[sort]}) AS rank FROM (
      SELECT ${KIND} AS kind, assumeNotNull(${PERSON_ID}) AS id, any(assumeNotNull(${PERSON_KEY})) AS person,
        max(ev.moment) AS last, min(ev.first_moment) AS first, sum(ev.events) AS events
      FROM (${activity(scope, Number.NEGATIVE_INFINITY)}) AS ev ${joinOwners(scope)}
      WHERE ${PERSON_ID} IS NOT NULL GROUP BY kind, id ${searched === '' ? '' : `HAVING max(${searched})`})
     ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
     ORDER BY rank ${order}, key ${order} LIMIT ${page.limit + 1}`,
  );
  return rows.map(foundPerson);
}

/** Who is identified is there, also without an event. A row for all that names the same ids: they are looked up and searched once. */
function activity(scope: Scope, sinceMs: number): string {
  const ids = 'user_id, anonymous_id, device_id';
  const latest = (table: 'events' | 'links', time: string): string => `SELECT max(${time}) AS moment,
    min(${time}) AS first_moment, ${table === 'events' ? 'count()' : 'toUInt64(0)'} AS events, ${ids}
    FROM ${visible(table)} WHERE ${inScope(scope)} ${Number.isFinite(sinceMs) ? `AND ${time} >= ${millis(sinceMs)}` : ''}
    GROUP BY ${ids}`;
  return `${latest('events', 'ts_ms')} UNION ALL ${latest('links', 'linked_at_ms')}`;
}

function searchedIn(search: string | undefined, userIds: readonly string[] = []): string {
  const columns = search === undefined ? [] : ['ev.user_id', 'owner.owner_id', 'ev.anonymous_id', 'ev.device_id'];
  const parts = columns.map((column) => `ifNull(position(${column}, ${quoted(search ?? '')}) > 0, false)`);
  if (userIds.length > 0) parts.push(isOneOf(USER_ID, userIds));
  return parts.join(' OR ');
}

async function summaries(
  reader: ClickhouseReader,
  scope: Scope,
  found: readonly FoundPerson[],
): Promise<readonly PersonSummary[]> {
  const idsOf = (kind: PersonKind): string[] => found.filter((person) => person.kind === kind).map(({ id }) => id);
  const linked = await ownedBy(reader, scope, idsOf('user'));
  const parts = branches(scope, [
    ['user_id', idsOf('user')],
    ['user_id IS NULL AND anonymous_id', [...idsOf('anonymous'), ...linked]],
    [NAMES_DEVICE_ONLY, idsOf('device')],
  ]);
  const links = branches(scope, [['user_id', idsOf('user')]]);
  const columns = 'seq, idx, user_id, anonymous_id, device_id';
  const rows = [
    ...parts.map(
      (condition) => `SELECT ts_ms AS moment, true AS is_event, ${columns}, platform, app_version, country
        FROM ${visible('events')} WHERE ${condition}`,
    ),
    ...links.map(
      (condition) => `SELECT linked_at_ms AS moment, false AS is_event, ${columns}, NULL, NULL, NULL
        FROM ${visible('links')} WHERE ${condition}`,
    ),
  ];
  return summariesOf(
    found,
    await reader.rows(
      `SELECT concat(${KIND}, '/', ${PERSON_ID}) AS person, min(ev.moment), countIf(ev.is_event),
        ${latest('platform')}, ${latest('app_version')}, ${latest('country')}
       FROM (${rows.join(' UNION ALL ')}) AS ev ${joinOwners(scope)} GROUP BY person`,
    ),
  );
}

/** Of events of the same moment the one that came first counts. */
const latest = (column: string): string =>
  `argMaxIf(ev.${column}, (ev.moment, -ev.seq, -toInt64(ev.idx)), ev.${column} IS NOT NULL)`;
