import type { DuckDBConnection } from '@duckdb/node-api';
import { rollupNames } from '../rollups/rollup-tables.ts';
import { TouchedSums } from '../rollups/rollups.ts';
import { quoted } from '../sql-text.ts';
import {
  type CountedTableName,
  countedTables,
  findDoomed,
  hashOf,
  isBefore,
  nameSubjects,
  type PersonTableName,
  personTables,
  type RowSources,
} from './doomed-rows.ts';

type Counts = Readonly<Record<CountedTableName, number>>;

const stored: RowSources = Object.fromEntries(personTables.map((table) => [table, `store.${table}`]));
const withIds = ['events', 'crashes', 'metrics', 'failed_events'] as const;
const OF_RECORD = "SELECT * FROM new_erasures WHERE id_kind <> 'none'";

/**
 * The records of one load that take something away. They are carried out when everything else of the load is in the
 * store, which is the same as in log order, because each says what it reaches by where that stands in the log.
 */
export class LoadRemovals {
  #hasErasures = false;
  #hasExpiries = false;

  get isEmpty(): boolean {
    return !this.#hasErasures && !this.#hasExpiries;
  }

  /** Keeps a stage that is about to be dropped. */
  async takeStage(connection: DuckDBConnection, recordKind: 'erase' | 'expire', stage: string): Promise<void> {
    const kept = recordKind === 'erase' ? 'all_erasures' : 'all_expiries';
    const isFirst = recordKind === 'erase' ? !this.#hasErasures : !this.#hasExpiries;
    const into = isFirst ? `CREATE OR REPLACE TEMP TABLE ${kept} AS` : `INSERT INTO ${kept}`;
    await connection.run(`${into} SELECT * EXCLUDE (state, idx) FROM ${stage}`);
    if (recordKind === 'erase') this.#hasErasures = true;
    else this.#hasExpiries = true;
  }

  /** Adds them to tables that outlive the load. */
  async moveTo(
    connection: DuckDBConnection,
    into: { readonly erasures: string; readonly expiries: string },
  ): Promise<void> {
    const move = async (from: string, to: string): Promise<void> => {
      await connection.run(`CREATE TEMP TABLE IF NOT EXISTS ${to} AS SELECT * FROM ${from} LIMIT 0`);
      await connection.run(`INSERT INTO ${to} SELECT * FROM ${from}`);
      await connection.run(`DROP TABLE ${from}`);
    };
    if (this.#hasErasures) await move('all_erasures', into.erasures);
    if (this.#hasExpiries) await move('all_expiries', into.expiries);
  }

  /** Inside the load's transaction, with nothing left in memory. */
  async carryOut(connection: DuckDBConnection): Promise<void> {
    if (this.#hasErasures) {
      for (const record of await recordsIn(connection, 'all_erasures')) await erase(connection, record);
      await connection.run('DROP TABLE all_erasures; DROP TABLE IF EXISTS new_erasures; DROP TABLE IF EXISTS doomed');
      await connection.run('DROP TABLE IF EXISTS erased_names');
    }
    if (!this.#hasExpiries) return;
    for (const record of await recordsIn(connection, 'all_expiries')) await expire(connection, record);
    await connection.run('DROP TABLE all_expiries');
  }
}

async function erase(connection: DuckDBConnection, { id, sequence }: RemovalRecord): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE new_erasures AS SELECT * FROM all_erasures WHERE seq = ${sequence}`,
  );
  await nameSubjects(connection, OF_RECORD, stored);
  await addOwned(connection);
  const counts: Partial<Record<PersonTableName, number>> = {};
  let fingerprints = '';
  for (const table of personTables) {
    counts[table] = await findDoomed(connection, table, `store.${table}`, OF_RECORD);
    if (counts[table] === 0) continue;
    if (withIds.some((name) => name === table)) {
      await connection.run(`INSERT INTO store.erased_ids SELECT DISTINCT p, e, h, received FROM store.${table}
        WHERE h IS NOT NULL AND rowid IN (SELECT rid FROM doomed)`);
    }
    if (table === 'crashes') {
      fingerprints = await fingerprintsOf(connection);
      await connection.run(`DELETE FROM store.crash_groupings r USING new_erasures n WHERE r.e = n.e
        AND ${isBefore('r.received')} AND r.crash_id IN
          (SELECT crash_id FROM store.crashes WHERE rowid IN (SELECT rid FROM doomed))`);
    }
    const sums =
      table === 'events' || table === 'metrics'
        ? await TouchedSums.find(connection, table, 'SELECT rid FROM doomed')
        : undefined;
    await connection.run(`DELETE FROM store.${table} WHERE rowid IN (SELECT rid FROM doomed)`);
    await sums?.sumAgain();
  }
  await connection.run(`INSERT INTO store.erasures BY NAME
    SELECT DISTINCT id, p, e, log_tag, seq, received, id_kind, id_hash FROM new_erasures WHERE id_kind <> 'none'`);
  await note(connection, id, 'erase', 'new_erasures', counts as Counts, fingerprints);
}

/** Of the groups that lose a report: what describes them may come from it. */
async function fingerprintsOf(connection: DuckDBConnection): Promise<string> {
  const result =
    await connection.run(`SELECT coalesce(array_to_string(list_sort(list(DISTINCT fingerprint::VARCHAR)), ','), '')
    FROM store.crash_groupings WHERE crash_id IN
      (SELECT crash_id FROM store.crashes WHERE rowid IN (SELECT rid FROM doomed))`);
  return String((await result.getRowsJS())[0]?.[0] ?? '');
}

/** Links that were under way when the erasure was asked for: what they own goes too. */
async function addOwned(connection: DuckDBConnection): Promise<void> {
  const isErased = (user: string): string =>
    `(e, ${user}) IN (SELECT (e, id) FROM erased_names WHERE id_kind = 'user')`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE owned AS
    WITH earlier AS (SELECT r.* FROM store.links r, (SELECT * FROM new_erasures LIMIT 1) n WHERE r.e = n.e
        AND r.anonymous_id IS NOT NULL AND ${isBefore('r.linked_at')})
    SELECT e, anonymous_id, ${hashOf("'anonymous'", 'anonymous_id')} AS id_hash FROM earlier
      WHERE anonymous_id IN (SELECT anonymous_id FROM earlier WHERE ${isErased('user_id')})
      GROUP BY ALL HAVING ${isErased('arg_min(user_id, (linked_at, user_id))')}`);
  await connection.run(`INSERT INTO erased_names BY NAME
    SELECT owned.e, 'anonymous' AS id_kind, owned.anonymous_id AS id, n.log_tag, n.seq, n.received
    FROM owned, (SELECT * FROM new_erasures LIMIT 1) n`);
  await connection.run(`INSERT INTO new_erasures BY NAME
    SELECT n.* REPLACE ('anonymous' AS id_kind, owned.id_hash AS id_hash)
    FROM owned, (SELECT * FROM new_erasures LIMIT 1) n`);
  await connection.run('DROP TABLE owned');
}

async function expire(connection: DuckDBConnection, { id, sequence }: RemovalRecord): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE new_expiries AS SELECT * FROM all_expiries WHERE seq = ${sequence}`,
  );
  const [[p, e, until] = []] = await (
    await connection.run('SELECT p::VARCHAR, e::VARCHAR, epoch_ms(until) FROM new_expiries LIMIT 1')
  ).getRowsJS();
  const inPlace = `p = ${quoted(String(p))}::UUID AND e = ${quoted(String(e))}::UUID`;
  const bound = `make_timestamp_ms(${Number(until)})::TIMESTAMP_MS`;
  const remove = async (table: string, condition: string): Promise<number> =>
    (await connection.run(`DELETE FROM store.${table} WHERE ${inPlace} AND ${condition}`)).rowsChanged;
  const counts: Partial<Record<CountedTableName, number>> = {};
  for (const table of withIds) counts[table] = await remove(table, `received < ${bound}`);
  // The bound is the begin of a day, so sums are on one side of it.
  for (const name of rollupNames) await remove(name, `received_slot < ${bound}`);
  // What still explains newer events stays.
  const isUsed = (column: string): string =>
    `${column} IN (SELECT r.${column} FROM store.events r, new_expiries n
      WHERE r.p = n.p AND r.e = n.e AND r.${column} IS NOT NULL AND ${isBefore('r.received')})`;
  counts.links = await remove('links', `linked_at < ${bound} AND NOT (${isUsed('anonymous_id')})`);
  counts.device_facts = await remove('device_facts', `received < ${bound} AND NOT (${isUsed('device_id')})`);
  const attributes = await remove('user_attributes', isSuperseded(bound));
  // A report is received before it is grouped.
  await remove('crash_groupings', `received < ${bound}`);
  await remove('erased_ids', `received < ${bound}`);
  await remove('erasures', `received < ${bound}`);
  await note(connection, id, 'expire', 'new_expiries', counts as Counts, '', attributes);
  await connection.run('DROP TABLE new_expiries');
}

/** Old attributes that others had taken the place of by then: the attributes after the bound are still known. */
const isSuperseded = (bound: string): string => `received < ${bound} AND rowid IN (
  SELECT rid FROM (
    SELECT r.rowid AS rid, lead(r.set_at) OVER (PARTITION BY r.user_id ORDER BY r.set_at, r.log_tag, r.seq) AS next_set_at
    FROM store.user_attributes r, new_expiries n WHERE r.p = n.p AND r.e = n.e AND ${isBefore('r.received')})
  WHERE next_set_at < ${bound})`;

async function note(
  connection: DuckDBConnection,
  id: string,
  kind: 'erase' | 'expire',
  from: string,
  counts: Counts,
  fingerprints = '',
  uncounted = 0,
): Promise<void> {
  const until = kind === 'expire' ? 'until' : 'received';
  // An erasure reaches files that the tables know nothing of, such as damaged bytes.
  const isNothing = kind === 'expire' && uncounted === 0 && countedTables.every((table) => counts[table] === 0);
  const columns = countedTables.map((table) => `${counts[table]} AS ${table}`).join(', ');
  await connection.run(`INSERT INTO store.removals BY NAME
    SELECT ${quoted(id)}::UUID AS id, p, e, '${kind}' AS kind, received, ${until} AS until, ${columns}, ${quoted(fingerprints)} AS fingerprints,
      ${isNothing} AS is_scrubbed
    FROM ${from} LIMIT 1`);
}

interface RemovalRecord {
  readonly id: string;
  readonly sequence: number;
}

async function recordsIn(connection: DuckDBConnection, table: string): Promise<RemovalRecord[]> {
  const rows = await connection.run(`SELECT DISTINCT seq, id::VARCHAR FROM ${table} ORDER BY seq`);
  return (await rows.getRowsJS()).map(([sequence, id]) => ({ id: String(id), sequence: Number(sequence) }));
}
