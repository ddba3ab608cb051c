import { inClickhouse } from '../../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { freshEventsQuery, storedUpToQuery } from '../../../../analytics/live/fresh-events.ts';
import { freshEvents, storedUpTo } from './fresh-events.ts';

export const liveQueries = [inClickhouse(storedUpToQuery, storedUpTo), inClickhouse(freshEventsQuery, freshEvents)];
