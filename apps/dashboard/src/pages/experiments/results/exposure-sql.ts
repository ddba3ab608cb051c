import type { Unit } from '../experiment.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Units by the variant they saw; those that saw two stand under NULL, since they say nothing about either. */
export function exposureSql(key: string, unit: Unit, bounds: { readonly from: string; readonly to: string }): string {
  const who = unit === 'device' ? 'device_id' : unit === 'user' ? 'user_id' : 'person_id';
  return [
    `WITH seen AS (SELECT ${who} AS unit, min(properties->>'variant_key') AS variant,`,
    ` count(DISTINCT properties->>'variant_key') AS variants, count(*) AS exposures FROM events`,
    ` WHERE event_name = '$experiment_exposure' AND (properties->>'experiment_key') = ${quoted(key)}`,
    ` AND timestamp >= ${quoted(bounds.from)}::TIMESTAMP AND timestamp < ${quoted(bounds.to)}::TIMESTAMP`,
    ` AND ${who} IS NOT NULL GROUP BY ${who})`,
    ' SELECT CASE WHEN variants > 1 THEN NULL ELSE variant END AS variant_key, count(*) AS units,',
    ' sum(exposures)::BIGINT AS exposures FROM seen GROUP BY 1 ORDER BY 1',
  ].join('');
}

export interface ExposureTotals {
  readonly byVariant: ReadonlyMap<string, number>;
  /** Units that saw more than one variant. */
  readonly mixed: number;
}

export function readTotals(rows: readonly (readonly unknown[])[]): ExposureTotals {
  const byVariant = new Map<string, number>();
  let mixed = 0;
  for (const [variant, units] of rows) {
    if (typeof variant === 'string') byVariant.set(variant, Number(units));
    else mixed += Number(units);
  }
  return { byVariant, mixed };
}
