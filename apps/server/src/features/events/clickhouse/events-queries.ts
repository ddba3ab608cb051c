import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { countEventsQuery, eventsQuery } from '../queries/events.ts';
import { countEvents, eventsPage } from './events.ts';

export const eventQueries = [inClickhouse(eventsQuery, eventsPage), inClickhouse(countEventsQuery, countEvents)];
