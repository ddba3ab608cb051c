import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { failedEventsPage } from '../failed/clickhouse/failed-events.ts';
import { failedReasons } from '../failed/clickhouse/failed-reasons.ts';
import { replayableEvents } from '../failed/clickhouse/replayable-events.ts';
import { failedEventsQuery, failedReasonsQuery } from '../failed/queries/failed-events.ts';
import { replayableEventsQuery } from '../failed/queries/replayable-events.ts';
import { catalogEntryQuery, catalogQuery } from '../queries/catalog.ts';
import { eventVolumesQuery } from '../queries/event-volumes.ts';
import { countEventsQuery, eventsQuery } from '../queries/events.ts';
import { catalogEntry, catalogPage } from './catalog.ts';
import { eventVolumes } from './event-volumes.ts';
import { countEvents, eventsPage } from './events.ts';

export const eventQueries = [
  inClickhouse(eventsQuery, eventsPage),
  inClickhouse(countEventsQuery, countEvents),
  inClickhouse(catalogQuery, catalogPage),
  inClickhouse(catalogEntryQuery, catalogEntry),
  inClickhouse(eventVolumesQuery, eventVolumes),
  inClickhouse(replayableEventsQuery, replayableEvents),
  inClickhouse(failedEventsQuery, failedEventsPage),
  inClickhouse(failedReasonsQuery, failedReasons),
];
