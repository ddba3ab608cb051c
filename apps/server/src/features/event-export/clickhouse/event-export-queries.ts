import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { exportHourQuery, exportPlanQuery } from '../queries/export-batch.ts';
import { exportHour, exportPlan } from './export-batch.ts';

export const eventExportQueries = [
  inClickhouse(exportPlanQuery, exportPlan),
  inClickhouse(exportHourQuery, exportHour),
];
