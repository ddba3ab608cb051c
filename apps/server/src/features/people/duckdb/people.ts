import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { type Conditions, inScope, millis } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { branches, inActivity, NAMES_DEVICE_ONLY, ownedBy } from '../../../analytics/duckdb/relations/person-ids.ts';
import { JOIN_OWNER, owners, ownersAmong, PERSON_ID, PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { activityEver } from '../../../analytics/duckdb/rollups/session-activity.ts';
import type { PersonKind } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import { cohortPersons } from '../../insights/duckdb/cohort-persons.ts';
import { filtersSql } from '../../insights/duckdb/insight-filters.ts';
import type { PeoplePage, PeopleParams, PersonSummary, RankedPeopleParams } from '../queries/people.ts';
import {
  type FoundPerson,
  foundPerson,
  isSearch,
  peoplePage,
  rankedPeoplePage,
  summariesOf,
  windowsBefore,
} from '../queries/people-page.ts';
import type { PersonPlace } from '../queries/person-cursor.ts';

const KIND = `CASE WHEN coalesce(ev.user_id, owner.user_id) IS NOT NULL THEN 'user'
  WHEN ev.anonymous_id IS NOT NULL THEN 'anonymous' ELSE 'device' END`;
/** Orders persons who were last seen in the same millisecond, and stands in the cursor. */
const KEY = "substr(md5(kind || '/' || id), 1, 18)";
const TIME = 'make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS';

export const people = (connection: DuckDBConnection, params: PeopleParams): Promise<PeoplePage> =>
  peoplePage(params, {
    moments: (untilMs) => moments(connection, params, untilMs),
    activeSince: (sinceMs, after) => activeSince(connection, params, sinceMs, after),
    summaries: (found) => summaries(connection, params.scope, found),
  });

/** Rows of activity for each person of a page that are looked through first, and then. */
const ROWS_PER_PERSON = [8, 128];

/** By the number of rows since: finding the moment takes milliseconds, however many rows there are. */
async function* moments(
  connection: DuckDBConnection,
  params: PeopleParams,
  untilMs: number,
): AsyncGenerator<number, void> {
  if (isSearch(params)) return yield* windowsBefore(untilMs, params);
  const { scope, page } = params;
  const until = inScope(scope).where(`moment <= ${TIME}`, millis(untilMs));
  for (const rows of ROWS_PER_PERSON) {
    const result = await connection.run(
      `SELECT epoch_ms(moment) FROM ${activity(scope)} WHERE ${until.sql}
        ORDER BY moment DESC LIMIT 1 OFFSET ${rows * page.limit}`,
      until.values,
    );
    const [[moment] = []] = await result.getRowsJS();
    if (moment === undefined) break;
    yield Number(moment);
  }
  yield Number.NEGATIVE_INFINITY;
}

/** Those who were last active behind the cursor and since the moment, one more than a page. */
async function activeSince(
  connection: DuckDBConnection,
  params: PeopleParams,
  sinceMs: number,
  after: PersonPlace | undefined,
): Promise<readonly FoundPerson[]> {
  const { scope, search, userIds, page } = params;
  const conditions = inScope(scope);
  prefilter(conditions, params);
  if (Number.isFinite(sinceMs)) conditions.where(`moment >= ${TIME}`, millis(sinceMs));
  const searched = searchedIn(search, userIds);
  const behind = after === undefined ? '' : `WHERE (last, ${KEY}) < (${TIME}, ?)`;
  const result = await connection.run(
    `WITH active AS MATERIALIZED (
      SELECT user_id, anonymous_id, device_id, max(moment) AS moment FROM ${activity(scope)} WHERE ${conditions.sql}
      GROUP BY ALL),
    ${ownersAmong(scope, 'SELECT anonymous_id FROM active WHERE user_id IS NULL')}, seen AS (
      SELECT ${KIND} AS kind, ${PERSON_ID} AS id, max(ev.moment) AS last FROM active AS ev ${JOIN_OWNER}
      WHERE ${PERSON_ID} IS NOT NULL ${searched.sql === '' ? '' : `AND (${searched.sql})`} GROUP BY ALL)
    SELECT kind, id, epoch_ms(last), ${KEY} AS key FROM seen ${behind} ORDER BY last DESC, key DESC LIMIT ${page.limit + 1}`,
    [
      ...conditions.values,
      ...searched.values,
      ...(after === undefined ? [] : [millis(after.rank), after.key]),
    ] as DuckDBValue[],
  );
  return (await result.getRowsJS()).map(foundPerson);
}

/** A filter before grouping, so that fewer rows are grouped. May keep rows that do not match: the search is applied again afterwards. */
function prefilter(conditions: Conditions, { scope, search, userIds }: PeopleParams): void {
  const named = searchedIn(search, userIds, { ids: ['user_id', 'anonymous_id', 'device_id'], userId: 'user_id' });
  if (named.sql === '') return;
  const ofUser = searchedIn(search, userIds, { ids: ['user_id'], userId: 'user_id' });
  const links = inScope(scope).where(`(${ofUser.sql})`, ...ofUser.values);
  conditions.where(
    `(${named.sql} OR anonymous_id IN (SELECT anonymous_id FROM ${everywhere('links')} WHERE ${links.sql}))`,
    ...named.values,
    ...links.values,
  );
}

/** Who is identified is there, also without an event. */
const activity = (scope: Scope): string => `(
  SELECT p, e, first, last AS moment, items AS events, user_id, anonymous_id, device_id FROM ${activityEver(scope)}
  UNION ALL SELECT p, e, linked_at, linked_at, 0, user_id, anonymous_id, device_id FROM ${everywhere('links')})`;

export const rankedPeople = (connection: DuckDBConnection, params: RankedPeopleParams): Promise<PeoplePage> =>
  rankedPeoplePage(params, {
    ranked: (after) => ranked(connection, params, after),
    summaries: (found) => summaries(connection, params.scope, found),
  });

const ranks = { last_seen: 'epoch_ms(last)', first_seen: 'epoch_ms(first)', event_count: 'events' } as const;

async function ranked(
  connection: DuckDBConnection,
  { scope, search, userIds, page, sort, isAscending, among }: RankedPeopleParams,
  after: PersonPlace | undefined,
): Promise<readonly FoundPerson[]> {
  const conditions = inScope(scope);
  const searched = searchedIn(search, userIds);
  const [before, order] = isAscending ? ['>', 'ASC'] : ['<', 'DESC'];
  const isAmong =
    among === undefined ? '' : `WHERE person IN (${cohortPersons(among, (filters) => filtersSql(filters, 'filters'))})`;
  const behind = after === undefined ? '' : `WHERE (rank, key) ${before} (?::BIGINT, ?)`;
  const result = await connection.run(
    `WITH ${owners(scope)}, seen AS (
      SELECT ${KIND} AS kind, ${PERSON_ID} AS id, any_value(${PERSON_KEY}) AS person, max(ev.moment) AS last,
        min(ev.first) AS first, sum(ev.events)::BIGINT AS events
      FROM (SELECT * FROM ${activity(scope)} WHERE ${conditions.sql}) AS ev ${JOIN_OWNER}
      WHERE ${PERSON_ID} IS NOT NULL GROUP BY kind, id ${searched.sql === '' ? '' : `HAVING bool_or(${searched.sql})`}),
    placed AS (SELECT kind, id, epoch_ms(last), ${KEY} AS key, ${ranks[sort]} AS rank FROM seen ${isAmong})
    SELECT * FROM placed ${behind} ORDER BY rank ${order}, key ${order} LIMIT ${page.limit + 1}`,
    [
      ...conditions.values,
      ...searched.values,
      ...(after === undefined ? [] : [BigInt(after.rank), after.key]),
    ] as DuckDBValue[],
  );
  return (await result.getRowsJS()).map(foundPerson);
}

const shownIds = {
  ids: ['ev.user_id', 'owner.user_id', 'ev.anonymous_id', 'ev.device_id'],
  userId: 'coalesce(ev.user_id, owner.user_id)',
};

function searchedIn(
  search: string | undefined,
  userIds: readonly string[] = [],
  { ids, userId }: { readonly ids: readonly string[]; readonly userId: string } = shownIds,
) {
  const parts = search === undefined ? [] : ids.map((column) => `contains(${column}, ?)`);
  const values = search === undefined ? [] : ids.map(() => search);
  if (userIds.length > 0) {
    parts.push(`${userId} IN (${userIds.map(() => '?').join(', ')})`);
    values.push(...userIds);
  }
  return { sql: parts.join(' OR '), values };
}

/** What is known of these few over all time. */
async function summaries(
  connection: DuckDBConnection,
  scope: Scope,
  found: readonly FoundPerson[],
): Promise<readonly PersonSummary[]> {
  const idsOf = (kind: PersonKind): string[] => found.filter((person) => person.kind === kind).map(({ id }) => id);
  const linked = await ownedBy(connection, scope, idsOf('user'));
  const latest = (column: string): string => `arg_max(ev.${column}, ev.moment) FILTER (ev.${column} IS NOT NULL)`;
  const parts = inActivity(scope, [
    ['user_id', idsOf('user')],
    ['user_id IS NULL AND anonymous_id', [...idsOf('anonymous'), ...linked]],
    [NAMES_DEVICE_ONLY, idsOf('device')],
  ]);
  const links = branches(scope, [['user_id', idsOf('user')]]);
  const columns = 'user_id, anonymous_id, device_id, platform, app_version, country';
  const rows = [
    ...parts.map(
      ({ sql }) => `SELECT first, last AS moment, items AS events, ${columns} FROM ${activityEver(scope)} WHERE ${sql}`,
    ),
    ...links.map(
      ({ sql }) => `SELECT linked_at, linked_at, 0, user_id, anonymous_id, device_id, NULL, NULL, NULL
        FROM ${everywhere('links')} WHERE ${sql}`,
    ),
  ];
  const result = await connection.run(
    `WITH about AS MATERIALIZED (${rows.join(' UNION ALL ')}),
      ${ownersAmong(scope, 'SELECT anonymous_id FROM about WHERE user_id IS NULL')}
      SELECT ${KIND} || '/' || ${PERSON_ID}, epoch_ms(min(ev.first)),
        sum(ev.events)::BIGINT, ${latest('platform')}, ${latest('app_version')}, ${latest('country')}
      FROM about AS ev ${JOIN_OWNER} GROUP BY 1`,
    [...parts, ...links].flatMap(({ values }) => values),
  );
  return summariesOf(found, await result.getRowsJS());
}
