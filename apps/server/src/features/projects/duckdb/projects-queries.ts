import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { ledgerQuery } from '../../../analytics/ledger.ts';
import { storedPerDayQuery } from '../queries/stored-per-day.ts';
import { ledgerSums } from './ledger.ts';
import { storedPerDay } from './stored-per-day.ts';

export const projectQueries = [inDuckdb(storedPerDayQuery, storedPerDay), inDuckdb(ledgerQuery, ledgerSums)];
