import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { sessionHealthQuery } from '../queries/session-health.ts';
import { sessionHealth } from './session-health.ts';

export const crashQueries = [inClickhouse(sessionHealthQuery, sessionHealth)];
