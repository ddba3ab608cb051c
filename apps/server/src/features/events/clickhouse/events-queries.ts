import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
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
];
