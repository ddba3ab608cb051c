import type { DuckDBConnection } from '@duckdb/node-api';
import { ERASED, GOOD } from '../loading/stage-batches.ts';
import type { StagedKind } from '../loading/staged-kinds.ts';
import { findDoomed, happened, nameSubjects, type PersonTableName, personTables } from './doomed-rows.ts';

/** How far the tombstones of an environment reach. */
interface Reach {
  readonly receivedMs: number;
  readonly untilMs: number;
  readonly sequences: ReadonlyMap<number, number>;
}

const TOMBSTONES = 'SELECT * FROM store.erasures';

/**
 * Keeps out what was erased or has expired before it is loaded: a segment that turns up late, or one of another log.
 * Knows how far tombstones reach, so that an ordinary load pays nothing for them.
 */
export class Tombstones {
  #reach: ReadonlyMap<string, Reach> = new Map();
  #hasUnscrubbed = false;

  async fill(connection: DuckDBConnection): Promise<void> {
    const reach = new Map<string, { receivedMs: number; untilMs: number; sequences: Map<number, number> }>();
    const of = (e: unknown) => {
      const known = reach.get(String(e)) ?? { receivedMs: -Infinity, untilMs: -Infinity, sequences: new Map() };
      reach.set(String(e), known);
      return known;
    };
    const erasures = await connection.run(
      'SELECT e::VARCHAR, log_tag, max(seq), epoch_ms(max(received)) FROM store.erasures GROUP BY ALL',
    );
    for (const [e, logTag, sequence, received] of await erasures.getRowsJS()) {
      const known = of(e);
      known.receivedMs = Math.max(known.receivedMs, Number(received));
      known.sequences.set(Number(logTag), Number(sequence));
    }
    const expiries = await connection.run(
      "SELECT e::VARCHAR, epoch_ms(max(until)) FROM store.removals WHERE kind = 'expire' GROUP BY ALL",
    );
    for (const [e, until] of await expiries.getRowsJS()) of(e).untilMs = Number(until);
    this.#reach = reach;
    this.#hasUnscrubbed = (await unscrubbedIn(connection)).length > 0;
  }

  /** Whether bytes of what was removed may still stand in files. */
  get hasUnscrubbed(): boolean {
    return this.#hasUnscrubbed;
  }

  /** Whether something that is staged may have to be left out. */
  async mayReach(connection: DuckDBConnection, kinds: readonly StagedKind[], logTag: number): Promise<boolean> {
    if (this.#reach.size === 0) return false;
    for (const { stage, table } of kinds.filter(isOfPersons)) {
      const happenedAt = happened[table as PersonTableName];
      const result = await connection.run(
        `SELECT e::VARCHAR, min(seq), epoch_ms(min(${receivedIn(stage)})), epoch_ms(min(${happenedAt}))
          FROM ${stage} r GROUP BY e`,
      );
      for (const [e, sequence, received, earliest] of await result.getRowsJS()) {
        const reach = this.#reach.get(String(e));
        if (reach === undefined) continue;
        const { sequences, receivedMs, untilMs } = reach;
        if (Number(sequence) < (sequences.get(logTag) ?? -Infinity) || Number(received) < untilMs) return true;
        if (Number(earliest) < receivedMs) return true;
        if ([...sequences.keys()].some((tag) => tag !== logTag) && Number(received) <= receivedMs) return true;
      }
    }
    return false;
  }

  /** Marks staged rows that must not be stored; their ids stay taken. Answers how many rows of each kind these are. */
  async mark(connection: DuckDBConnection, kinds: readonly StagedKind[]): Promise<ReadonlyMap<StagedKind, number>> {
    const marked = new Map<StagedKind, number>();
    for (const kind of kinds.filter(isOfPersons)) {
      const { stage, hasIds } = kind;
      const table = kind.table as PersonTableName;
      await nameSubjects(connection, TOMBSTONES, { [table]: stage });
      await findDoomed(connection, table, stage, TOMBSTONES);
      // The current attributes of a user are kept, however long ago they were set.
      const isExpired =
        table === 'user_attributes'
          ? 'false'
          : `EXISTS (SELECT 1 FROM store.removals x WHERE x.kind = 'expire' AND x.e = ${stage}.e
        AND ${stage}.${receivedIn(stage)} < x.until)`;
      const { rowsChanged } = await connection.run(`UPDATE ${stage} SET state = ${ERASED}
        WHERE state = ${GOOD} AND (rowid IN (SELECT rid FROM doomed) OR ${isExpired})`);
      if (rowsChanged > 0) marked.set(kind, rowsChanged);
      if (rowsChanged === 0 || !hasIds) continue;
      await connection.run(`INSERT INTO store.erased_ids SELECT DISTINCT p, e, h, received FROM ${stage}
        WHERE state = ${ERASED} AND h IS NOT NULL`);
    }
    if (marked.size > 0) await this.noteReturned(connection);
    return marked;
  }

  /** What was erased has come again and is not stored; its bytes stand in a segment until that is purged. */
  async noteReturned(connection: DuckDBConnection): Promise<void> {
    await connection.run(`INSERT INTO store.returned_bytes VALUES (make_timestamp_ms(${Date.now()}))`);
    this.#hasUnscrubbed = true;
  }
}

const unscrubbedIn = async (connection: DuckDBConnection) =>
  (
    await connection.run(`SELECT 1 FROM store.removals WHERE NOT is_scrubbed
      UNION ALL SELECT 1 FROM store.returned_bytes LIMIT 1`)
  ).getRowsJS();

const isOfPersons = ({ table }: StagedKind): boolean => personTables.some((name) => name === table);

const receivedIn = (stage: string): string => (stage === 'stage_links' ? 'linked_at' : 'received');
