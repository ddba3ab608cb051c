import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { removalsQuery } from '../queries/removals.ts';
import { removals } from './removals.ts';

export const privacyQueries = [inClickhouse(removalsQuery, removals)];
