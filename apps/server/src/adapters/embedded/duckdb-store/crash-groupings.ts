import type { CrashSelection } from '../../../analytics/queries/crash-groups.ts';
import type { Scope } from '../../../analytics/scope.ts';
import { everywhere } from './recent-rows.ts';
import { quoted } from './sql-text.ts';

const inPlace = ({ projectId, environmentId }: Scope): string =>
  `p = ${quoted(projectId)}::UUID AND e = ${quoted(environmentId)}::UUID`;

/**
 * A member of a WITH clause: `grouping (crash_id, fingerprint, rule, symbols)`, what was decided last of each report of
 * the environment. A report can be grouped more than once: by a new rule, with other symbols, after a kill.
 */
export const latestGroupings = (scope: Scope): string => `grouping AS MATERIALIZED (
  SELECT crash_id, latest.fingerprint AS fingerprint, latest.rule AS rule, latest.symbols AS symbols
  FROM (SELECT crash_id, arg_max({'fingerprint': fingerprint, 'rule': rule, 'symbols': symbols}, (received, seq)) AS latest
    FROM ${everywhere('crash_groupings')} WHERE ${inPlace(scope)} GROUP BY crash_id))`;

/** The ids of the reports of these fingerprints, as a subquery. */
export const crashesOf = (scope: Scope, fingerprints: readonly string[]): string =>
  `(SELECT crash_id FROM (SELECT crash_id, arg_max(fingerprint, (received, seq)) AS fingerprint
    FROM ${everywhere('crash_groupings')} WHERE ${inPlace(scope)} GROUP BY crash_id)
    WHERE fingerprint IN (${uuids(fingerprints)}))`;

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
    latestGroupings(scope),
    ...(aliases.length === 0
      ? []
      : [
          `alias AS MATERIALIZED (SELECT x[1]::UUID AS fingerprint, x[2]::UUID AS root
          FROM (SELECT unnest(${quoted(JSON.stringify(aliases))}::JSON::VARCHAR[][]) AS x))`,
        ]),
    `report AS MATERIALIZED (
      SELECT crash_id, ${root} AS root, ${columns}
      FROM (SELECT * FROM ${everywhere('crashes')} WHERE ${inPlace(scope)}) AS crash JOIN grouping USING (crash_id)
        ${aliases.length === 0 ? '' : 'LEFT JOIN alias ON alias.fingerprint = grouping.fingerprint'}
      ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`})`,
  ];
}

/** Never empty, so that it can stand behind IN. */
const uuids = (list: readonly string[]): string =>
  list.length === 0 ? 'NULL' : list.map((id) => `${quoted(id)}::UUID`).join(', ');
