import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import { exposuresQuery } from '../queries/exposures.ts';
import { exposures } from './exposures.ts';

export const experimentQueries = [inDuckdb(exposuresQuery, exposures)];
