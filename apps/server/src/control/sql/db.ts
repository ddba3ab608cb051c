import type { Statement } from './statement.ts';

/**
 * A connection to the control plane's database, for the length of one operation.
 *
 * Only the runner of operations opens transactions; operations run statements one after another.
 */
export interface Db {
  /** The first row. */
  one<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined>;
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<readonly Row[]>;
  /** How many rows it changed. */
  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number>;
  /** Outside a transaction: removes the bytes of deleted rows from the engine's files. False: try again later. */
  scrub(): Promise<boolean>;
}
