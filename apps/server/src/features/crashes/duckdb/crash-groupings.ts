import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { CrashSelection } from '../queries/crash-groups.ts';

const inPlace = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID`;

/** Later is greater. One number, because comparing pairs takes ten times as long. */
const LATER = 'epoch_ms(received)::HUGEINT * 1152921504606846976 + seq';

const latest = (scope: Scope, columns: readonly string[]): string =>
  `SELECT crash_id, ${columns.map((column) => `arg_max(${column}, ${LATER}) AS ${column}`).join(', ')}
    FROM ${everywhere('crash_groupings')} WHERE ${inPlace(scope)} GROUP BY crash_id`;

/**
 * A table expression with `crash_id, fingerprint` and the rule and symbols: what was decided last of each report of the
 * environment. A report can be grouped more than once: by a new rule, with other symbols, after a kill.
 */
export const latestGroupings = (scope: Scope): string => `(${latest(scope, ['fingerprint', 'rule', 'symbols'])})`;

/** The ids of the reports of these fingerprints, as a subquery. */
export const crashesOf = (scope: Scope, fingerprints: readonly string[]): string =>
  `(SELECT crash_id FROM (${latest(scope, ['fingerprint'])}) WHERE fingerprint IN (${uuids(fingerprints)}))`;

/**
 * Members of a WITH clause: `report (crash_id, root, …)`, the grouped reports of the environment with the fingerprint
 * that stands for their group, as far as the group is selected.
 */
export function groupedReports(scope: Scope, { aliases, only, except }: CrashSelection, columns: string): string[] {
  const root = aliases.length === 0 ? 'grouping.fingerprint' : 'coalesce(alias.root, grouping.fingerprint)';
  const conditions = [
    ...(only === undefined ? [] : [`${root} IN (${uuids(only)})`]),
    ...(except === undefined || except.length === 0 ? [] : [`${root} NOT IN (${uuids(except)})`]),
  ];
  return [
    ...(aliases.length === 0
      ? []
      : [
          `alias AS MATERIALIZED (SELECT x[1]::UUID AS fingerprint, x[2]::UUID AS root
          FROM (SELECT unnest(${quoted(JSON.stringify(aliases))}::JSON::VARCHAR[][]) AS x))`,
        ]),
    `report AS MATERIALIZED (
      SELECT crash_id, ${root} AS root, ${columns}
      FROM (SELECT * FROM ${everywhere('crashes')} WHERE ${inPlace(scope)}) AS crash JOIN (${latest(scope, ['fingerprint'])}) AS grouping USING (crash_id)
        ${aliases.length === 0 ? '' : 'LEFT JOIN alias ON alias.fingerprint = grouping.fingerprint'}
      ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`})`,
  ];
}

/** Never empty, so that it can stand behind IN. */
const uuids = (list: readonly string[]): string =>
  list.length === 0 ? 'NULL' : list.map((id) => `${quoted(id)}::UUID`).join(', ');
