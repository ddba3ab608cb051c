import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { releaseAdoptionQuery, releaseRequestsQuery, releasesSeenQuery } from '../queries/releases.ts';
import { releaseAdoption, releaseRequests, releasesSeen } from './releases.ts';

export const releaseQueries = [
  inDuckdb(releasesSeenQuery, releasesSeen),
  inDuckdb(releaseRequestsQuery, releaseRequests),
  inDuckdb(releaseAdoptionQuery, releaseAdoption),
];
