import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { storedPerDayQuery } from '../queries/stored-per-day.ts';
import { storedPerDay } from './stored-per-day.ts';

export const projectQueries = [inClickhouse(storedPerDayQuery, storedPerDay)];
