import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../edge/scope.ts';
import { texts, uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { CrashSelection } from '../queries/crash-groups.ts';

/**
 * A table expression with `crash_id` and these columns: what was decided last of each report of the environment. A report
 * can be grouped more than once: by a new rule, with other symbols, after a kill.
 */
export const latestGroupings = (
  scope: Scope,
  columns: readonly ('fingerprint' | 'rule' | 'symbols')[],
  condition = 'true',
): string =>
  `(SELECT crash_id, ${columns.map((column) => `argMax(${column}, (received_ms, seq)) AS last_${column}`).join(', ')}
    FROM ${visible('crash_groupings')} WHERE ${inScope(scope)} AND ${condition} GROUP BY crash_id)`;

/** The ids of the reports of these fingerprints, as a subquery. */
export const crashesOf = (scope: Scope, fingerprints: readonly string[]): string =>
  `(SELECT crash_id FROM ${latestGroupings(scope, ['fingerprint'])} WHERE has(${uuids(fingerprints)}, last_fingerprint))`;

/**
 * A table expression: the grouped reports of the environment as `(root, …)`, root being the fingerprint that stands for
 * their group, as far as the group is selected.
 */
export function groupedReports(scope: Scope, { aliases, only, except }: CrashSelection, columns: string): string {
  const fingerprint = 'grouping.last_fingerprint';
  const root =
    aliases.length === 0
      ? fingerprint
      : `toUUID(transform(toString(${fingerprint}), ${texts(aliases.map(([alias]) => alias.toLowerCase()))},
          ${texts(aliases.map(([, standsFor]) => standsFor.toLowerCase()))}, toString(${fingerprint})))`;
  const conditions = [
    'root IS NOT NULL',
    ...(only === undefined ? [] : [`has(${uuids(only)}, root)`]),
    ...(except === undefined || except.length === 0 ? [] : [`NOT has(${uuids(except)}, root)`]),
  ];
  return `(SELECT ${root} AS root, ${columns}
    FROM (SELECT * FROM ${visible('crashes')} WHERE ${inScope(scope)}) AS crash
      JOIN ${latestGroupings(scope, ['fingerprint'])} AS grouping ON grouping.crash_id = crash.crash_id
    WHERE ${conditions.join(' AND ')})`;
}

export const uuids = (list: readonly string[]): string => `CAST([${list.map(uuid).join(', ')}] AS Array(UUID))`;
