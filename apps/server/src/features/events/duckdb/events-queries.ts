import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { failedEventsPage } from '../failed/duckdb/failed-events.ts';
import { failedReasons } from '../failed/duckdb/failed-reasons.ts';
import { replayableEvents } from '../failed/duckdb/replayable-events.ts';
import { failedEventsQuery, failedReasonsQuery } from '../failed/queries/failed-events.ts';
import { replayableEventsQuery } from '../failed/queries/replayable-events.ts';
import { catalogEntryQuery, catalogQuery } from '../queries/catalog.ts';
import { eventVolumesQuery } from '../queries/event-volumes.ts';
import { countEventsQuery, eventsQuery } from '../queries/events.ts';
import { catalogEntry, catalogPage } from './catalog.ts';
import { eventVolumes } from './event-volumes.ts';
import { countEvents, eventsPage } from './events.ts';

export const eventQueries = [
  inDuckdb(eventsQuery, eventsPage),
  inDuckdb(countEventsQuery, countEvents),
  inDuckdb(catalogQuery, catalogPage),
  inDuckdb(catalogEntryQuery, catalogEntry),
  inDuckdb(eventVolumesQuery, eventVolumes),
  inDuckdb(replayableEventsQuery, replayableEvents),
  inDuckdb(failedEventsQuery, failedEventsPage),
  inDuckdb(failedReasonsQuery, failedReasons),
];
