import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { CrashSharesParams, CrashSharesResult } from '../queries/crash-groups.ts';
import { crashSharesOf } from '../queries/crash-share-rows.ts';
import { crashesOf } from './crash-groupings.ts';
import { countsByKey, countsByPart, isKeyed } from './session-rows.ts';

const TOTAL = 'total';

export async function crashShares(reader: ClickhouseReader, params: CrashSharesParams): Promise<CrashSharesResult> {
  const { scope, fingerprints, dimensions, limit } = params;
  const choice = { ...params, isCrash: `crash_id IN ${crashesOf(scope, fingerprints)}` };
  const plain = dimensions.filter((dimension) => !isKeyed(dimension));
  const counts = [
    countsByPart(choice, {
      [TOTAL]: 'NULL',
      ...Object.fromEntries(plain.map((dimension) => [dimension, `v_${dimension}`])),
    }),
    ...dimensions.filter(isKeyed).map((dimension) => countsByKey(choice, dimension, dimension)),
  ];
  const rows = await reader.objects(
    `SELECT *, if(part = '${TOTAL}', NULL, part) AS dimension, sum(sessions) OVER of_key AS key_sessions,
        sum(crashed_sessions) OVER of_key AS key_crashed
      FROM (${counts.join(' UNION ALL ')}) WINDOW of_key AS (PARTITION BY part, key)
      ORDER BY indexOf(${texts(dimensions)}, part), crashed_sessions DESC, sessions DESC, key, value LIMIT ${limit} BY part`,
  );
  return crashSharesOf(rows);
}
