import { inDuckdb } from '../../../../analytics/duckdb/queries/duckdb-query.ts';
import { freshEventsQuery, storedUpToQuery } from '../../../../analytics/live/fresh-events.ts';
import { freshEvents, storedUpTo } from './fresh-events.ts';

export const liveQueries = [inDuckdb(storedUpToQuery, storedUpTo), inDuckdb(freshEventsQuery, freshEvents)];
