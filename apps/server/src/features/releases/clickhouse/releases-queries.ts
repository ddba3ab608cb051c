import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { releaseAdoptionQuery, releaseRequestsQuery, releasesSeenQuery } from '../queries/releases.ts';
import { releaseAdoption, releaseRequests, releasesSeen } from './releases.ts';

export const releaseQueries = [
  inClickhouse(releasesSeenQuery, releasesSeen),
  inClickhouse(releaseRequestsQuery, releaseRequests),
  inClickhouse(releaseAdoptionQuery, releaseAdoption),
];
