import type { Wire } from '@lamppost/protocol';
import type { PeopleBehind } from '../queries/people/people-behind.ts';
import { type InsightReading, readInsightParams } from '../read-insight-params.ts';
import { oneSeries } from './one-series.ts';
import type { QueryWithPeople } from './point-reader.ts';
import { readPoint } from './read-point.ts';

/** A number of a query's result as the store is asked for its people. The places are those of both in what was sent. */
export async function readPeopleBehind(
  sent: QueryWithPeople,
  at: Wire['InsightAt'],
  reading: InsightReading,
  places = { query: 'query', at: 'at' },
): Promise<PeopleBehind> {
  const query = sent.kind === 'timeseries' ? oneSeries(sent, at, places.at) : sent;
  const point = readPoint(query, at, places);
  // The point is of the query's kind.
  return { ...(await readInsightParams(query, reading, places.query)), point } as PeopleBehind;
}
