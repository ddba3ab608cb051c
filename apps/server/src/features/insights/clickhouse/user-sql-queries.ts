import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { exportFileQuery } from '../queries/export-file.ts';
import { statementRefusalQuery } from '../queries/statement-refusal.ts';
import { userSqlQuery } from '../queries/user-sql.ts';
import { exportFile } from './export-file.ts';
import { statementRefusal } from './user-sql/statement-refusal.ts';
import { userSql } from './user-sql.ts';

export const userSqlQueries = [
  inClickhouse(userSqlQuery, userSql),
  inClickhouse(statementRefusalQuery, statementRefusal),
  inClickhouse(exportFileQuery, exportFile),
];
