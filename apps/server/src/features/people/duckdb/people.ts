import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { HOUR_MS } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { inScope, millis } from '../../../analytics/duckdb/relations/event-conditions.ts';
import { branches, NAMES_DEVICE_ONLY, ownedBy } from '../../../analytics/duckdb/relations/person-ids.ts';
import { JOIN_OWNER, owners, PERSON_ID } from '../../../analytics/duckdb/relations/persons.ts';
import type { PersonKind } from '../../../analytics/person-ref.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { PeoplePage, PeopleParams, PersonSummary } from '../queries/people.ts';
import { type PersonPlace, personCursor, personPlaceOf } from './person-cursor.ts';

/** Anyone who was active last is found among the last events; only when those are too few, more are looked at. */
const WINDOWS_MS = [HOUR_MS, 12 * HOUR_MS, 144 * HOUR_MS, 1_728 * HOUR_MS, Number.POSITIVE_INFINITY];
const SEARCH_WINDOWS_MS = [12 * HOUR_MS, Number.POSITIVE_INFINITY];

const KIND = `CASE WHEN coalesce(ev.user_id, owner.user_id) IS NOT NULL THEN 'user'
  WHEN ev.anonymous_id IS NOT NULL THEN 'anonymous' ELSE 'device' END`;
/** Orders persons who were last seen in the same millisecond, and stands in the cursor. */
const KEY = "substr(md5(kind || '/' || id), 1, 18)";
const TIME = 'make_timestamp_ms(?::BIGINT)::TIMESTAMP_MS';

interface FoundPerson {
  readonly kind: PersonKind;
  readonly id: string;
  readonly place: PersonPlace;
}

export async function people(connection: DuckDBConnection, params: PeopleParams): Promise<PeoplePage> {
  const { scope, page } = params;
  const after = page.cursor === undefined ? undefined : personPlaceOf(page.cursor);
  if (page.cursor !== undefined && after === undefined) return { rows: [], nextCursor: null };
  const untilMs = after?.lastSeenMs ?? Date.now();
  let found: readonly FoundPerson[] = [];
  // What is rare is found in no window: few of them, or looking takes longer than finding.
  const isSearch = params.search !== undefined || params.userIds !== undefined;
  for (const windowMs of isSearch ? SEARCH_WINDOWS_MS : WINDOWS_MS) {
    found = await activeSince(connection, params, untilMs - windowMs, after);
    if (found.length > page.limit) break;
  }
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = found.length > page.limit && last !== undefined;
  return { rows: await summaries(connection, scope, shown), nextCursor: hasMore ? personCursor(last.place) : null };
}

/** Those who were last active behind the cursor and since the moment, one more than a page. */
async function activeSince(
  connection: DuckDBConnection,
  { scope, search, userIds, page }: PeopleParams,
  sinceMs: number,
  after: PersonPlace | undefined,
): Promise<readonly FoundPerson[]> {
  const conditions = inScope(scope);
  if (Number.isFinite(sinceMs)) conditions.where(`moment >= ${TIME}`, millis(sinceMs));
  const searched = searchedIn(search, userIds);
  const behind = after === undefined ? '' : `WHERE (last, ${KEY}) < (${TIME}, ?)`;
  const result = await connection.run(
    `WITH ${owners(scope)}, seen AS (
      SELECT ${KIND} AS kind, ${PERSON_ID} AS id, max(ev.moment) AS last
      FROM (SELECT * FROM ${activity} WHERE ${conditions.sql}) AS ev ${JOIN_OWNER}
      WHERE ${PERSON_ID} IS NOT NULL ${searched.sql} GROUP BY ALL)
    SELECT kind, id, epoch_ms(last), ${KEY} AS key FROM seen ${behind} ORDER BY last DESC, key DESC LIMIT ${page.limit + 1}`,
    [
      ...conditions.values,
      ...searched.values,
      ...(after === undefined ? [] : [millis(after.lastSeenMs), after.key]),
    ] as DuckDBValue[],
  );
  return (await result.getRowsJS()).map(([kind, id, lastSeenMs, key]) => ({
    kind: kind as PersonKind,
    id: String(id),
    place: { lastSeenMs: Number(lastSeenMs), key: String(key) },
  }));
}

/** Who is identified is there, also without an event. */
const activity = `(SELECT p, e, ts AS moment, user_id, anonymous_id, device_id FROM ${everywhere('events')}
  UNION ALL SELECT p, e, linked_at AS moment, user_id, anonymous_id, device_id FROM ${everywhere('links')})`;

function searchedIn(search: string | undefined, userIds: readonly string[] = []) {
  const columns = ['ev.user_id', 'owner.user_id', 'ev.anonymous_id', 'ev.device_id'];
  const parts = search === undefined ? [] : columns.map((column) => `contains(${column}, ?)`);
  const values = search === undefined ? [] : columns.map(() => search);
  if (userIds.length > 0) {
    parts.push(`coalesce(ev.user_id, owner.user_id) IN (${userIds.map(() => '?').join(', ')})`);
    values.push(...userIds);
  }
  return { sql: parts.length === 0 ? '' : `AND (${parts.join(' OR ')})`, values };
}

/** What is known of these few over all time. */
async function summaries(
  connection: DuckDBConnection,
  scope: Scope,
  found: readonly FoundPerson[],
): Promise<readonly PersonSummary[]> {
  if (found.length === 0) return [];
  const idsOf = (kind: PersonKind): string[] => found.filter((person) => person.kind === kind).map(({ id }) => id);
  const linked = await ownedBy(connection, scope, idsOf('user'));
  const latest = (column: string): string => `arg_max(ev.${column}, ev.moment) FILTER (ev.${column} IS NOT NULL)`;
  const parts = branches(scope, [
    ['user_id', idsOf('user')],
    ['user_id IS NULL AND anonymous_id', [...idsOf('anonymous'), ...linked]],
    [NAMES_DEVICE_ONLY, idsOf('device')],
  ]);
  const links = branches(scope, [['user_id', idsOf('user')]]);
  const columns = 'user_id, anonymous_id, device_id, platform, app_version, country';
  const rows = [
    ...parts.map(
      ({ sql }) => `SELECT ts AS moment, true AS is_event, ${columns} FROM ${everywhere('events')} WHERE ${sql}`,
    ),
    ...links.map(
      ({ sql }) => `SELECT linked_at, false, user_id, anonymous_id, device_id, NULL, NULL, NULL
        FROM ${everywhere('links')} WHERE ${sql}`,
    ),
  ];
  const result = await connection.run(
    `WITH ${owners(scope)} SELECT ${KIND} || '/' || ${PERSON_ID}, epoch_ms(min(ev.moment)),
        count(*) FILTER (ev.is_event), ${latest('platform')}, ${latest('app_version')}, ${latest('country')}
      FROM (${rows.join(' UNION ALL ')}) AS ev ${JOIN_OWNER} GROUP BY 1`,
    [...parts, ...links].flatMap(({ values }) => values),
  );
  const known = new Map((await result.getRowsJS()).map(([key, ...facts]) => [String(key), facts]));
  return found.map(({ kind, id, place: { lastSeenMs } }) => {
    const [first, events, platform, appVersion, country] = known.get(`${kind}/${id}`) ?? [];
    return {
      kind,
      id,
      firstSeenMs: Number(first ?? lastSeenMs),
      lastSeenMs,
      eventCount: Number(events ?? 0),
      platform: textOrNull(platform),
      appVersion: textOrNull(appVersion),
      country: textOrNull(country),
    };
  });
}

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
