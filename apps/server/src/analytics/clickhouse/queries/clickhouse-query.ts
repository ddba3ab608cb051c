import type { QueryKind } from '../../query.ts';
import type { ClickhouseReader } from './clickhouse-reader.ts';

type RunInClickhouse<Query, Result> = (reader: ClickhouseReader, query: Query) => Promise<Result>;

/** How a kind of query is run in ClickHouse. */
export interface ClickhouseQuery {
  readonly kind: QueryKind<unknown, unknown>;
  readonly run: RunInClickhouse<unknown, unknown>;
}

export const inClickhouse = <Query, Result>(
  kind: QueryKind<Query, Result>,
  run: RunInClickhouse<Query, Result>,
): ClickhouseQuery => ({
  kind: kind as QueryKind<unknown, unknown>,
  run: run as RunInClickhouse<unknown, unknown>,
});
