import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { removalsQuery } from '../queries/removals.ts';
import { removals } from './removals.ts';

export const privacyQueries = [inDuckdb(removalsQuery, removals)];
