import type { DuckDBConnection } from '@duckdb/node-api';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { quoted, texts, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import {
  type CountedTableName,
  countedTables,
  type PersonTableName,
  personTables,
} from '../../duckdb/erasure/doomed-rows.ts';
import { type Layout, SINGLE_NODE } from '../layouts/layout.ts';
import { mutate } from '../layouts/mutate.ts';
import type { TableName } from '../tables.ts';
import { type VisibleAttempts, visibleParams } from '../visible.ts';
import { hashSql, idColumns, isBefore, isDoomed, type Subjects } from './doomed-rows.ts';
import {
  type ErasureRecord,
  type ExpiryRecord,
  readErasures,
  readExpiries,
  type SubjectKind,
} from './removal-records.ts';

type Counts = Readonly<Record<CountedTableName, number>>;
type RemovalRecord = ErasureRecord | ExpiryRecord;

const withIds: readonly PersonTableName[] = ['events', 'crashes', 'metrics', 'failed_events'];
const HASHES_A_STATEMENT = 100_000;
const DELETE_SETTINGS = {
  allow_nondeterministic_mutations: 1,
  max_query_size: '67108864',
} as const;

/**
 * Takes away what records of an attempt ask for, when its rows are written and before it counts. What is deleted stays
 * deleted whether or not the attempt is committed: the records stand in the log, and the next attempt deletes the rest.
 */
export class Erasure {
  readonly #client: ClickhouseClient;
  readonly #connection: DuckDBConnection;
  readonly #layout: Layout;

  /** The connection holds the records of the attempt (see removal-records.ts). */
  constructor(client: ClickhouseClient, connection: DuckDBConnection, layout: Layout = SINGLE_NODE) {
    this.#client = client;
    this.#connection = connection;
    this.#layout = layout;
  }

  async carryOut(attempt: number, visible: VisibleAttempts): Promise<void> {
    for (const record of await readErasures(this.#connection)) await this.#erase(record, attempt, visible);
    for (const record of await readExpiries(this.#connection)) await this.#expire(record, attempt, visible);
  }

  async #erase(asked: ErasureRecord, attempt: number, visible: VisibleAttempts): Promise<void> {
    const rows = (table: TableName): string => rowsOf(table, asked, attempt);
    const select = async (sql: string) => await this.#client.rows(sql, { params: visibleParams(visible) });
    const { record, subjects } = await withOwned(await this.#name(asked, rows, select), asked, rows, select);
    const counts: Partial<Record<PersonTableName, number>> = {};
    for (const table of personTables) {
      const [[count] = []] = await select(
        `SELECT count() FROM ${rows(table)} WHERE ${isDoomed(table, record, subjects)}`,
      );
      counts[table] = Number(count ?? 0);
    }
    const isDoomedCrash = `crash_id IN (SELECT crash_id FROM ${rows('crashes')} WHERE ${isDoomed('crashes', record, subjects)})`;
    const fingerprints = (
      await select(`SELECT DISTINCT toString(fingerprint) FROM ${rows('crash_groupings')} WHERE ${isDoomedCrash}`)
    ).map(([fingerprint]) => String(fingerprint));
    await this.#write(record, 'erase', record.receivedMs, counts as Counts, fingerprints, attempt, visible);
    await this.#writeErasures(record, attempt);
    failPoint('erasure.noted');
    for (const table of withIds) await this.#forgetIds(table, record, subjects, rows, attempt, visible);
    if (fingerprints.length > 0) {
      const crashes = await select(
        `SELECT DISTINCT toString(crash_id) FROM ${rows('crashes')} WHERE ${isDoomed('crashes', record, subjects)}`,
      );
      const ids = crashes.map(([id]) => uuid(String(id))).join(', ');
      await this.#delete('crash_groupings', record, `crash_id IN (${ids}) AND ${isBefore(record, 'received_ms')}`);
    }
    for (const table of personTables) {
      if (counts[table] === 0) continue;
      await this.#delete(table, record, isDoomed(table, record, subjects));
      failPoint('erasure.table_deleted');
    }
  }

  /** The ids that the hashes mean, as far as there are rows of them. */
  async #name(
    record: ErasureRecord,
    rows: (table: TableName) => string,
    select: (sql: string) => ReturnType<ClickhouseClient['rows']>,
  ): Promise<Subjects> {
    const named: Record<SubjectKind, string[]> = { user: [], anonymous: [], device: [], whole_device: [] };
    for (const kind of ['user', 'anonymous', 'device'] as const) {
      const meant = record.subjects.filter((subject) => hashedKind(subject.kind) === kind);
      if (meant.length === 0) continue;
      const column = `${kind}_id`;
      const hash = hashSql(quoted(kind), column);
      const sources = personTables
        .filter((table) => idColumns[table].includes(kind))
        .map((table) => `SELECT DISTINCT e, ${column} FROM ${rows(table)} WHERE ${column} IS NOT NULL`);
      const found = await select(
        `SELECT ${column}, ${hash} AS hash FROM (SELECT DISTINCT e, ${column} FROM (${sources.join(
          ' UNION ALL ',
        )})) WHERE has(${texts(meant.map(({ hash }) => hash))}, hash)`,
      );
      for (const [id, hashText] of found) {
        for (const subject of meant) if (subject.hash === hashText) named[subject.kind].push(String(id));
      }
    }
    return named;
  }

  /** Their ids count once for ever: of what is erased the hash stays. */
  async #forgetIds(
    table: PersonTableName,
    record: ErasureRecord,
    subjects: Subjects,
    rows: (table: TableName) => string,
    attempt: number,
    visible: VisibleAttempts,
  ): Promise<void> {
    const doomed = `${rows(table)} WHERE h IS NOT NULL AND ${isDoomed(table, record, subjects)}`;
    const options = { params: visibleParams(visible) };
    const found = await this.#client.rows(`SELECT DISTINCT toString(h) FROM ${doomed}`, options);
    const hashes = found.map(([hash]) => String(hash));
    if (hashes.length === 0) return;
    await this.#client.command(
      `INSERT INTO seen (p, e, h, id, stored_in, received_ms, attempt)
        SELECT DISTINCT p, e, assumeNotNull(h), NULL, 'erased', received_ms, ${attempt} FROM ${doomed}`,
      options,
    );
    for (let at = 0; at < hashes.length; at += HASHES_A_STATEMENT) {
      const some = hashes.slice(at, at + HASHES_A_STATEMENT).join(', ');
      await this.#delete('seen', record, `id IS NOT NULL AND h IN (${some})`);
    }
  }

  async #expire(record: ExpiryRecord, attempt: number, visible: VisibleAttempts): Promise<void> {
    const rows = (table: TableName): string => rowsOf(table, record, attempt);
    const params = visibleParams(visible);
    const isOld = `received_ms < ${record.untilMs}`;
    // What still explains newer events stays.
    const isUsed = (column: string): string => `${column} IN (SELECT ${column} FROM ${rows('events')}
      WHERE ${column} IS NOT NULL AND NOT (${isOld}) AND ${isBefore(record, 'received_ms')})`;
    const conditions: Readonly<Record<PersonTableName, string>> = {
      events: isOld,
      crashes: isOld,
      metrics: isOld,
      failed_events: isOld,
      links: `linked_at_ms < ${record.untilMs} AND NOT ifNull(${isUsed('anonymous_id')}, 0)`,
      device_facts: `${isOld} AND NOT ifNull(${isUsed('device_id')}, 0)`,
      user_attributes: `${isOld} AND ${isSuperseded(rows('user_attributes'), record)}`,
    };
    const counts: Partial<Record<PersonTableName, number>> = {};
    for (const table of personTables) {
      const [[count] = []] = await this.#client.rows(`SELECT count() FROM ${rows(table)} WHERE ${conditions[table]}`, {
        params,
      });
      counts[table] = Number(count ?? 0);
    }
    await this.#write(record, 'expire', record.untilMs, counts as Counts, [], attempt, visible, counts.user_attributes);
    failPoint('erasure.noted');
    // Links and devices first: they are judged by the events that stay.
    for (const table of ['links', 'device_facts', 'user_attributes', ...withIds] as const) {
      if (counts[table] !== 0) await this.#delete(table, record, conditions[table], visible);
    }
    for (const table of ['crash_groupings', 'seen', 'erasures'] as const) await this.#delete(table, record, isOld);
  }

  /** One that was noted by an attempt that was given up had perhaps deleted already: its counts are the whole ones. */
  async #write(
    record: RemovalRecord,
    kind: 'erase' | 'expire',
    untilMs: number,
    counts: Counts,
    fingerprints: readonly string[],
    attempt: number,
    visible: VisibleAttempts,
    uncounted = 0,
  ): Promise<void> {
    const known = await this.#client.rows(
      `SELECT ${countedTables.map((table) => `max(${table})`).join(', ')}, arrayStringConcat(groupArray(fingerprints), ',')
        FROM removals WHERE id = ${uuid(record.id)}
          AND (attempt > {newest_attempt:UInt64} OR has({hidden_attempts:Array(UInt64)}, attempt))`,
      { params: visibleParams(visible) },
    );
    const before = known[0] ?? [];
    const largest = countedTables.map((table, at) => Math.max(counts[table], Number(before[at] ?? 0)));
    const all = new Set([...fingerprints, ...String(before[countedTables.length] ?? '').split(',')]);
    all.delete('');
    const isNothing = kind === 'expire' && uncounted === 0 && largest.every((count) => count === 0);
    await this.#client.command(
      `INSERT INTO removals (id, p, e, kind, received_ms, until_ms, ${countedTables.join(', ')}, fingerprints, is_scrubbed,
        attempt) VALUES (${uuid(record.id)}, ${uuid(record.projectId)}, ${uuid(record.environmentId)}, '${kind}',
        ${record.receivedMs}, ${untilMs}, ${largest.join(', ')}, ${quoted([...all].sort().join(','))}, ${isNothing}, ${attempt})`,
    );
  }

  async #writeErasures(record: ErasureRecord, attempt: number): Promise<void> {
    if (record.subjects.length === 0) return;
    const place = `${uuid(record.id)}, ${uuid(record.projectId)}, ${uuid(record.environmentId)}, ${record.logTag},
      ${record.sequence}, ${record.receivedMs}`;
    const values = record.subjects.map(({ kind, hash }) => `(${place}, ${quoted(kind)}, ${quoted(hash)}, ${attempt})`);
    await this.#client.command(
      `INSERT INTO erasures (id, p, e, log_tag, seq, received_ms, id_kind, id_hash, attempt) VALUES ${values.join(', ')}`,
      { settings: { max_query_size: '67108864' } },
    );
  }

  /** Rows of attempts that were given up go as well: nobody sees them, and they are of the same person. */
  async #delete(
    table: TableName,
    { projectId, environmentId }: RemovalRecord,
    condition: string,
    visible: VisibleAttempts = { newest: 0, hidden: [] },
  ): Promise<void> {
    const inScope = `p = ${uuid(projectId)} AND e = ${uuid(environmentId)}`;
    const action = `DELETE WHERE ${inScope} AND (${withParams(condition, visible)})`;
    await mutate(this.#client, this.#layout, table, action, DELETE_SETTINGS);
  }
}

const hashedKind = (kind: SubjectKind): string => (kind === 'whole_device' ? 'device' : kind);

/** What counts, and what the attempt at hand has written. */
const rowsOf = (table: TableName, { projectId, environmentId }: RemovalRecord, attempt: number): string =>
  `(SELECT * FROM ${table} WHERE p = ${uuid(projectId)} AND e = ${uuid(environmentId)} AND (attempt = ${attempt}
    OR (attempt <= {newest_attempt:UInt64} AND NOT has({hidden_attempts:Array(UInt64)}, attempt))))`;

/** Attributes that others had taken the place of by then: the attributes after the bound are still known. */
const isSuperseded = (rows: string, record: ExpiryRecord): string => `(log_tag, seq, idx) IN (
  SELECT log_tag, seq, idx FROM (
    SELECT log_tag, seq, idx, leadInFrame(toNullable(set_at_ms)) OVER (PARTITION BY user_id
      ORDER BY set_at_ms, log_tag, seq ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next_set_at
    FROM ${rows} WHERE ${isBefore(record, 'received_ms')})
  WHERE next_set_at < ${record.untilMs})`;

/** A mutation is kept as text, and has no parameters. */
const withParams = (sql: string, { newest, hidden }: VisibleAttempts): string =>
  sql
    .replaceAll('{newest_attempt:UInt64}', `${newest}`)
    .replaceAll('{hidden_attempts:Array(UInt64)}', `[${hidden.join(', ')}]::Array(UInt64)`);

/** Links that were under way when the erasure was asked for: what they own goes too. */
async function withOwned(
  subjects: Subjects,
  record: ErasureRecord,
  rows: (table: TableName) => string,
  select: (sql: string) => ReturnType<ClickhouseClient['rows']>,
): Promise<{ readonly record: ErasureRecord; readonly subjects: Subjects }> {
  if (subjects.user.length === 0) return { record, subjects };
  const users = `(${subjects.user.map(quoted).join(', ')})`;
  const earlier = `(SELECT * FROM ${rows('links')} WHERE anonymous_id IS NOT NULL AND ${isBefore(record, 'linked_at_ms')})`;
  const owned = await select(`SELECT anonymous_id, any(${hashSql("'anonymous'", 'anonymous_id')}) FROM ${earlier}
    WHERE anonymous_id IN (SELECT anonymous_id FROM ${earlier} WHERE user_id IN ${users})
    GROUP BY anonymous_id HAVING argMin(user_id, (linked_at_ms, user_id)) IN ${users}`);
  const more = owned.map(([, hash]) => ({ kind: 'anonymous' as const, hash: String(hash) }));
  const known = new Set(record.subjects.filter(({ kind }) => kind === 'anonymous').map(({ hash }) => hash));
  return {
    record: { ...record, subjects: [...record.subjects, ...more.filter(({ hash }) => !known.has(hash))] },
    subjects: { ...subjects, anonymous: [...new Set([...subjects.anonymous, ...owned.map(([id]) => String(id))])] },
  };
}
