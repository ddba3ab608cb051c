import type { SnapshotFlag, SnapshotTargeting } from '../../edge/edge-snapshot.ts';
import type { RulesetFlag } from '../../edge/ruleset.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';

interface FlagRow {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly valueType: RulesetFlag['value_type'];
  readonly defaultValue: string;
  readonly platforms: string;
  readonly status: RulesetFlag['status'];
  readonly position: number;
}

interface TargetingRow {
  readonly flagId: string;
  readonly environmentId: string;
  readonly rules: string;
  readonly rolloutId: string | null;
  readonly rollout: string | null;
  readonly kill: string | null;
}

const FLAGS = `SELECT id, project_id AS projectId, key, value_type AS valueType, default_value AS defaultValue,
  platforms, status, created_at AS position FROM flags WHERE status <> 'archived'`;
const TARGETING = `SELECT flag_id AS flagId, environment_id AS environmentId, rules, rollout_id AS rolloutId, rollout,
  kill FROM flag_targeting`;

/** Rules are most of it and stay text until they are where they are used: cloning them between threads costs most. */
export interface CarriedFlag extends Omit<SnapshotFlag, 'targeting'> {
  readonly targeting: Readonly<Record<string, Omit<SnapshotTargeting, 'rules'> & { readonly rules: string }>>;
}

export function unpackFlag({ targeting, ...flag }: CarriedFlag): SnapshotFlag {
  return {
    ...flag,
    targeting: Object.fromEntries(
      Object.entries(targeting).map(([environmentId, { rules, rollout, kill }]) => [
        environmentId,
        { rules: JSON.parse(rules), rollout, kill },
      ]),
    ),
  };
}

/** All that are served somewhere, in the order in which they were made. */
export function readFlags(sql: Sql): CarriedFlag[] {
  const targetings = new Map<string, TargetingRow[]>();
  for (const row of sql.all<TargetingRow>(TARGETING)) {
    const ofFlag = targetings.get(row.flagId);
    if (ofFlag === undefined) targetings.set(row.flagId, [row]);
    else ofFlag.push(row);
  }
  return sql.all<FlagRow>(`${FLAGS} ORDER BY created_at`).map((row) => carry(row, targetings.get(row.id) ?? []));
}

/** Undefined for a flag that is served nowhere. */
export function readFlag(sql: Sql, id: string): CarriedFlag | undefined {
  const row = sql.one<FlagRow>(`${FLAGS} AND id = ?`, id);
  return row && carry(row, sql.all<TargetingRow>(`${TARGETING} WHERE flag_id = ?`, id));
}

function carry(row: FlagRow, targetings: readonly TargetingRow[]): CarriedFlag {
  const { id, projectId, key, valueType, defaultValue, platforms, status, position } = row;
  return {
    projectId,
    position,
    definition: {
      id,
      key,
      value_type: valueType,
      default_value: JSON.parse(defaultValue),
      platforms: JSON.parse(platforms),
      status,
    },
    targeting: Object.fromEntries(
      targetings.map(({ environmentId, rules, rolloutId, rollout, kill }) => [
        environmentId,
        {
          rules,
          rollout: rollout === null ? null : { id: rolloutId, ...JSON.parse(rollout) },
          kill: kill === null ? null : JSON.parse(kill),
        },
      ]),
    ),
  };
}
