/**
 * How a query is scheduled. `light`: at once. `wide`: it reads all sessions or reports, so it takes turns. `heavy`: it may
 * read everything there is, so it takes turns and runs once for all who ask the same. `export`: it takes long, so anyone who
 * asks for it lets only a few be written at a time.
 */
export type QueryCost = 'light' | 'wide' | 'heavy' | 'export';

/** A kind of query: what is asked, and what comes back. Both are plain data: they travel between processes. */
export interface QueryKind<Query, Result> {
  readonly name: string;
  readonly cost: QueryCost;
  /** For the compiler only; never there. */
  readonly types?: (query: Query) => Result;
}

export const defineQuery = <Query, Result>(name: string, cost: QueryCost = 'light'): QueryKind<Query, Result> => ({
  name,
  cost,
});

/** Of a query that brings none of its own. */
export const QUERY_TIME_LIMIT_MS = 30_000;
