import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { exportHourQuery, exportPlanQuery } from '../queries/export-batch.ts';
import { exportHour, exportPlan } from './export-batch.ts';

export const eventExportQueries = [inDuckdb(exportPlanQuery, exportPlan), inDuckdb(exportHourQuery, exportHour)];
