import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { userSqlQuery } from '../queries/user-sql.ts';
import { userSql } from './user-sql.ts';

export const userSqlQueries = [inClickhouse(userSqlQuery, userSql)];
