import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import { ledgerQuery } from '../../../analytics/ledger.ts';
import { storedPerDayQuery } from '../queries/stored-per-day.ts';
import { ledgerSums } from './ledger.ts';
import { storedPerDay } from './stored-per-day.ts';

export const projectQueries = [inClickhouse(storedPerDayQuery, storedPerDay), inClickhouse(ledgerQuery, ledgerSums)];
