import { createReadStream, type ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { type ColumnChunk, type FixedType, readRowBinary } from './row-binary.ts';

export type Cell = string | number | boolean | null | readonly Cell[] | { readonly [name: string]: Cell };
export type Row = Readonly<Record<string, Cell>>;

export interface StatementOptions {
  readonly settings?: ClickHouseSettings;
  /** Values of `{name:Type}` in the statement. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

export interface ClickhouseClientOptions {
  /** `http://user:password@host:8123/database`. */
  readonly url: string;
  readonly requestTimeoutMs?: number;
  /** For every statement that does not say otherwise. */
  readonly settings?: ClickHouseSettings;
}

/** Texts of numbers as they are, so that they come back as numbers; a NaN is a text in JSON. */
const READ_SETTINGS: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 1,
  // Sent as it is made, an answer that fails half way would be a whole one with the error at its end.
  wait_end_of_query: 1,
};

const REQUEST_TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 900_000;

/** Statements to a ClickHouse server, over the official client, which is loaded when the first one is made. */
export class ClickhouseClient {
  readonly #client: ClickHouseClient;
  /** For changes of tables, which rewrite what they touch, and for whoever ends a statement by a signal. */
  readonly #patient: ClickHouseClient;

  static async open({
    url,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    settings = {},
  }: ClickhouseClientOptions): Promise<ClickhouseClient> {
    const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client');
    const open = (request_timeout: number): ClickHouseClient =>
      createClient({ url, request_timeout, clickhouse_settings: settings, log: { level: ClickHouseLogLevel.OFF } });
    return new ClickhouseClient(open(requestTimeoutMs), open(Math.max(requestTimeoutMs, LONG_TIMEOUT_MS)));
  }

  private constructor(client: ClickHouseClient, patient: ClickHouseClient) {
    this.#client = client;
    this.#patient = patient;
  }

  /** Rows as arrays in the order of the columns. 64-bit integers above 2^53 lose digits: ask for their text. */
  async rows(sql: string, options: StatementOptions = {}): Promise<Cell[][]> {
    const result = await this.#for(options).query({ query: sql, format: 'JSONCompactEachRow', ...asked(options) });
    return await result.json<Cell[]>();
  }

  async objects(sql: string, options: StatementOptions = {}): Promise<Row[]> {
    const result = await this.#for(options).query({ query: sql, format: 'JSONEachRow', ...asked(options) });
    return await result.json<Row>();
  }

  /** Columns of these types, read without making a value of each. */
  async *columns(
    sql: string,
    types: readonly FixedType[],
    options: StatementOptions = {},
  ): AsyncGenerator<ColumnChunk> {
    yield* readRowBinary(await this.bytes(`${sql} FORMAT RowBinary`, options), types);
  }

  /** The answer to a statement that names its own format. */
  async bytes(sql: string, options: StatementOptions = {}): Promise<Readable> {
    return (await this.#for(options).exec({ query: sql, ...asked(options) })).stream;
  }

  async command(sql: string, options: StatementOptions = {}): Promise<void> {
    await this.#patient.command({ query: sql, ...asked(options) });
  }

  async insertFile(table: string, parquetFile: string, options: StatementOptions = {}): Promise<void> {
    const values: ReadStream = createReadStream(parquetFile);
    await this.#client.insert({ table, values, format: 'Parquet', ...asked(options) });
  }

  /** Rejects when the server does not carry out a statement. */
  async ping(signal: AbortSignal): Promise<void> {
    await this.rows('SELECT 1', { signal });
  }

  /** Rows as RowBinary. */
  async insertRows(table: string, rows: Buffer, options: StatementOptions = {}): Promise<void> {
    const { stream } = await this.#client.exec({
      query: `INSERT INTO ${table} FORMAT RowBinary`,
      values: Readable.from([rows]),
      ...asked(options),
    });
    for await (const _ of stream) void _;
  }

  #for({ signal }: StatementOptions): ClickHouseClient {
    return signal === undefined ? this.#client : this.#patient;
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#patient.close();
  }
}

const asked = ({ settings, params, signal }: StatementOptions) => ({
  clickhouse_settings: { ...READ_SETTINGS, ...settings },
  ...(params === undefined ? {} : { query_params: { ...params } }),
  ...(signal === undefined ? {} : { abort_signal: signal }),
});
