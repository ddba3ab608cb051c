import {
  groupsNamedBy,
  type RulesetExperiment,
  type RulesetFlag,
  rulesetExperiment,
  rulesetFlag,
} from '../../../../control/changes/ruleset.ts';
import type { Rule } from '../../../../control/flags/flag-store.ts';
import type { SnapshotEnvironment, SnapshotRuleset } from '../../../../snapshot/edge-snapshot.ts';
import type { Sql } from '../sql.ts';
import { readId } from '../stored-text.ts';

interface FlagRow {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly valueType: RulesetFlag['value_type'];
  readonly defaultValue: string;
  readonly platforms: string;
  readonly status: RulesetFlag['status'];
}

interface TargetingRow {
  readonly flagId: string;
  readonly environmentId: string;
  readonly rules: string;
  readonly rolloutId: string | null;
  readonly rollout: string | null;
  readonly kill: string | null;
}

interface ExperimentRow extends Omit<RulesetExperiment, 'variants' | 'traffic_pct'> {
  readonly environment_id: string;
  readonly traffic_pct: number;
  readonly variants: string;
}

const FLAGS = `SELECT id, project_id AS projectId, key, value_type AS valueType, default_value AS defaultValue,
  platforms, status FROM flags WHERE status <> 'archived' ORDER BY created_at`;
const TARGETING = `SELECT flag_id AS flagId, environment_id AS environmentId, rules, rollout_id AS rolloutId, rollout,
  kill FROM flag_targeting`;
const EXPERIMENTS = `SELECT id, environment_id, key, unit, status, traffic_pct, variants, winner FROM experiments
  WHERE status = 'running' OR (status = 'completed' AND winner IS NOT NULL) ORDER BY created_at`;
const GROUPS = 'SELECT id, project_id AS projectId, key FROM groups ORDER BY created_at';
const MEMBERS = 'SELECT user_id AS userId FROM group_members WHERE group_id = ? ORDER BY added_at';

/** Rules are most of it and stay text until they are where they are used: cloning them between threads costs most. */
export interface CarriedRuleset extends Omit<SnapshotRuleset, 'flags'> {
  readonly flags: readonly (Omit<RulesetFlag, 'rules'> & { readonly rules: string })[];
}

export function unpackRuleset({ flags, ...ruleset }: CarriedRuleset): SnapshotRuleset {
  return { ...ruleset, flags: flags.map((flag) => ({ ...flag, rules: JSON.parse(flag.rules) })) };
}

/** What each environment serves now. */
export function readRulesets(sql: Sql, environments: readonly SnapshotEnvironment[]): CarriedRuleset[] {
  const flags = groupBy(sql.all<FlagRow>(FLAGS).map(readFlag), ({ projectId }) => projectId);
  const targetings = new Map(
    sql.all<TargetingRow>(TARGETING).map((row) => [`${row.environmentId} ${row.flagId}`, readTargeting(row)]),
  );
  const experiments = groupBy(sql.all<ExperimentRow>(EXPERIMENTS), (row) => row.environment_id);
  const members = groupReader(sql);
  return environments.map(({ id, projectId }) => {
    const served = (flags.get(projectId) ?? []).flatMap(
      ({ flag }) => rulesetFlag(flag, targetings.get(`${id} ${flag.id}`) ?? noTargeting) ?? [],
    );
    return {
      environmentId: id,
      flags: served,
      experiments: (experiments.get(id) ?? []).flatMap(
        (row) => rulesetExperiment({ ...row, variants: JSON.parse(row.variants) }) ?? [],
      ),
      groups: members(projectId, groupsNamedBy(served.flatMap(rulesWithGroups))),
    };
  });
}

const noTargeting = { rules: '[]', rollout: null, kill: null };

/** None, without parsing, for rules that name no group. */
function rulesWithGroups({ rules }: { readonly rules: string }): Rule[] {
  return rules.includes('"user_group"') ? JSON.parse(rules) : [];
}

function readFlag({ projectId, id, key, valueType, defaultValue, platforms, status }: FlagRow) {
  const values = { default_value: JSON.parse(defaultValue), platforms: JSON.parse(platforms) };
  return { projectId, flag: { id, key, value_type: valueType, status, ...values } };
}

function readTargeting({ rules, rolloutId, rollout, kill }: TargetingRow) {
  return {
    rules,
    rollout: rollout === null ? null : { id: rolloutId, ...JSON.parse(rollout) },
    kill: kill === null ? null : JSON.parse(kill),
  };
}

/** Each group is read once, however many environments name it. */
function groupReader(sql: Sql): (projectId: string, keys: ReadonlySet<string>) => Record<string, readonly string[]> {
  const groups = sql.all<{ id: string; projectId: string; key: string }>(GROUPS);
  const known = new Map<string, readonly string[]>();
  const membersOf = (id: string): readonly string[] => {
    const members = known.get(id) ?? sql.all<{ userId: string }>(MEMBERS, id).map(({ userId }) => readId(userId));
    known.set(id, members);
    return members;
  };
  return (projectId, keys) =>
    Object.fromEntries(
      groups
        .filter((group) => group.projectId === projectId && keys.has(group.key))
        .map(({ id, key }) => [key, membersOf(id)]),
    );
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
