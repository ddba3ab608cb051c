import { freshEventsQuery, storedUpToQuery } from '../../live/fresh-events.ts';
import { inDuckdb } from './duckdb-query.ts';
import { freshEvents, storedUpTo } from './fresh-events.ts';

export const liveQueries = [inDuckdb(storedUpToQuery, storedUpTo), inDuckdb(freshEventsQuery, freshEvents)];
