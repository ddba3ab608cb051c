import type { DuckDBConnection } from '@duckdb/node-api';
import type { Cell, ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { KnownIds } from '../../duckdb/deduplication/known-ids.ts';
import type { HashColumns } from '../../duckdb/id-index/hash-columns.ts';
import { joinRanges, type LogRanges } from '../../duckdb/id-index/log-ranges.ts';
import { quoted } from '../../duckdb/sql-text.ts';
import { type VisibleAttempts, visible, visibleParams } from '../visible.ts';

/** Ids are asked for in statements of this many: large ones are what makes it cheap. */
const IDS_A_STATEMENT = 200_000;
const ROWS_A_STATEMENT = 1_000;
/** Where rows of `recent` stand that ClickHouse has told of. */
const ELSEWHERE: LogRanges = { 0: [0, 0] };

/**
 * The ids that the store has, as far as the load at hand needs them: it asks ClickHouse for the staged ones, and leaves
 * those it finds in `recent`, where the search for duplicates looks.
 */
export class ClickhouseKnownIds implements KnownIds {
  readonly #client: ClickhouseClient;
  #visible: VisibleAttempts = { newest: 0, hidden: [] };
  #found = new Set<bigint>();
  #inAttempt = new Set<bigint>();
  #ranges: LogRanges = {};

  constructor(client: ClickhouseClient) {
    this.#client = client;
  }

  beginAttempt(attempts: VisibleAttempts): void {
    this.#visible = attempts;
    this.#found = new Set();
    this.#inAttempt = new Set();
    this.#ranges = {};
  }

  find(low: number, high: number): LogRanges | undefined {
    const hash = hashOf(low, high);
    const isElsewhere = this.#found.has(hash);
    const isHere = this.#inAttempt.has(hash);
    if (!isElsewhere && !isHere) return undefined;
    return isElsewhere && isHere ? joinRanges(ELSEWHERE, this.#ranges) : isHere ? this.#ranges : ELSEWHERE;
  }

  /** Rows of an earlier load of the same attempt. */
  add(hashes: readonly HashColumns[], ranges: LogRanges): void {
    for (const { low, high } of hashes) {
      for (let at = 0; at < low.length; at++) this.#inAttempt.add(hashOf(low[at] as number, high[at] as number));
    }
    this.#ranges = joinRanges(this.#ranges, ranges);
  }

  /** To be called in the transaction of a load, before it looks for duplicates among these stages. */
  async lookUp(connection: DuckDBConnection, stages: readonly string[]): Promise<void> {
    this.#found = new Set();
    if (stages.length === 0) return;
    const union = stages.map((stage) => `SELECT e, h FROM ${stage} WHERE h IS NOT NULL`).join(' UNION ');
    const [[environments] = []] = await (
      await connection.run(`SELECT list(DISTINCT e::VARCHAR) FROM (${union})`)
    ).getRowsJS();
    const rows = await (await connection.run(`SELECT DISTINCT h FROM (${union})`)).getRowsJS();
    const hashes = rows.map(([hash]) => hash as bigint);
    for (let at = 0; at < hashes.length; at += IDS_A_STATEMENT) {
      const some = hashes.slice(at, at + IDS_A_STATEMENT);
      await this.#ask(connection, (environments ?? []) as readonly string[], some);
    }
  }

  async #ask(connection: DuckDBConnection, environments: readonly string[], hashes: readonly bigint[]): Promise<void> {
    const packed = Buffer.from(BigUint64Array.from(hashes).buffer).toString('hex');
    const rows = await this.#client.rows(
      `SELECT toString(p), toString(e), toString(h), id, stored_in FROM ${visible('seen')}
        WHERE e IN (${environments.map(uuid).join(', ')})
          AND h IN (SELECT arrayJoin(arrayMap(at -> reinterpretAsUInt64(substring(unhex('${packed}'), at * 8 + 1, 8)),
            range(${hashes.length}))))`,
      { params: visibleParams(this.#visible), settings: { max_query_size: '67108864' } },
    );
    for (const row of rows) this.#found.add(BigInt(String(row[2])));
    for (const storedIn of new Set(rows.map((row) => String(row[4])))) {
      const known = rows.filter((row) => row[4] === storedIn);
      for (let at = 0; at < known.length; at += ROWS_A_STATEMENT) {
        await connection.run(knownRows(storedIn, known.slice(at, at + ROWS_A_STATEMENT)));
      }
    }
  }
}

const hashOf = (low: number, high: number): bigint => (BigInt(high) << 32n) | BigInt(low);

/** Ids in this form stand in id_uuid, all others in id_text. */
const isUuid = "regexp_matches(id, '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')";

/** Of what was erased only the hash is left: in `erased_ids` it has no time, which tells it from what this attempt erases. */
function knownRows(storedIn: string, rows: readonly (readonly Cell[])[]): string {
  const values = rows.map(([p, e, h, id]) => {
    const text = id === null || id === undefined ? 'NULL' : quoted(String(id));
    return `('${p}', '${e}', '${h}', ${text})`;
  });
  const known = `(VALUES ${values.join(', ')}) AS known (p, e, h, id)`;
  const place = 'p::UUID AS p, e::UUID AS e, h::UBIGINT AS h';
  if (storedIn === 'erased') return `INSERT INTO store.erased_ids BY NAME SELECT ${place} FROM ${known}`;
  return `INSERT INTO recent.${storedIn} BY NAME
    SELECT ${place}, 0 AS log_tag, 0 AS seq, 0 AS idx, CASE WHEN ${isUuid} THEN TRY_CAST(id AS UUID) END AS id_uuid,
      CASE WHEN NOT ${isUuid} THEN id END AS id_text FROM ${known}`;
}
