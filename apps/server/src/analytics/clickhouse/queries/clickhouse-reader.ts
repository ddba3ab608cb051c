import type { Readable } from 'node:stream';
import type { Cell, ClickhouseClient, Row, StatementOptions } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { ColumnChunk, FixedType } from '../../../engines/clickhouse/row-binary.ts';
import { type VisibleAttempts, visibleParams } from '../visible.ts';

export interface ReaderOptions {
  /** One moment for all statements of a query. */
  readonly visible: VisibleAttempts;
  readonly signal: AbortSignal;
  /** Of the whole query; the engine stops by itself when it is over. */
  readonly endsAtMs: number;
}

/** Settings that every statement of a query runs with: what DuckDB does where ClickHouse has a choice. */
const SAME_ANSWERS = {
  /** A column that a join does not find is NULL, not an empty text or 0. */
  join_use_nulls: 1,
  /** `NULL IN (NULL)` is not asked for; an aggregate of nothing is NULL, not 0. */
  aggregate_functions_null_for_empty: 0,
  /** Integers that do not fit are an error, never a wrong number. */
  union_default_mode: 'ALL',
  /** The double that is nearest to its text, and not nearly so. */
  precise_float_parsing: 1,
  /** A list of a million users stands in the statement. */
  max_query_size: '134217728',
  max_ast_elements: '500000',
  max_expanded_ast_elements: '2000000',
} as const;

/** The statements of one query: read only, at one moment, until its time is over. */
export class ClickhouseReader {
  readonly #client: ClickhouseClient;
  readonly #options: ReaderOptions;

  constructor(client: ClickhouseClient, options: ReaderOptions) {
    this.#client = client;
    this.#options = options;
  }

  rows(sql: string, options: StatementOptions = {}): Promise<Cell[][]> {
    return this.#client.rows(sql, this.#with(options));
  }

  objects(sql: string, options: StatementOptions = {}): Promise<Row[]> {
    return this.#client.objects(sql, this.#with(options));
  }

  /** Columns of numbers, without making a value of each. */
  columns(sql: string, types: readonly FixedType[], options: StatementOptions = {}): AsyncGenerator<ColumnChunk> {
    return this.#client.columns(sql, types, this.#with(options));
  }

  /** The answer to a statement that names its own format. */
  bytes(sql: string, options: StatementOptions = {}): Promise<Readable> {
    return this.#client.bytes(sql, this.#with(options));
  }

  /** What all of its statements see. */
  get visible(): VisibleAttempts {
    return this.#options.visible;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  get #leftSeconds(): number {
    return Math.max(1, Math.ceil((this.#options.endsAtMs - performance.now()) / 1_000));
  }

  #with({ settings, params, signal }: StatementOptions): StatementOptions {
    return {
      settings: { ...SAME_ANSWERS, readonly: '2', max_execution_time: this.#leftSeconds, ...settings },
      params: { ...visibleParams(this.#options.visible), ...params },
      signal: signal ?? this.#options.signal,
    };
  }
}
