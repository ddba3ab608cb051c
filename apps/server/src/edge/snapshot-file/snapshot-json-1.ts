import { checkRulesets } from '../definition-checks.ts';
import type { EdgeSnapshot, SnapshotFlag, SnapshotGroup } from '../edge-snapshot.ts';
import { JsonPlace } from '../json-place.ts';
import type { RulesetExperiment, RulesetFlag } from '../ruleset.ts';
import { readEnvironment, readKey, readPlan, readProject, readSchema } from './snapshot-json.ts';

interface StoredRuleset {
  readonly environment_id: string;
  readonly flags: readonly RulesetFlag[];
  readonly experiments: readonly RulesetExperiment[];
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/**
 * The snapshot of the file's first format, in which each environment had a ruleset of its own, and groups were only
 * known where rules name them. Throws an error that names the first place whose shape is wrong.
 */
export function decodeSnapshot1(text: string): EdgeSnapshot {
  const root = new JsonPlace(JSON.parse(text));
  const environments = root.list('environments', readEnvironment);
  const projectIds = new Map(environments.map(({ id, projectId }) => [id, projectId]));
  // Files that were written before there were flags or schemas have none.
  const rulesets = root.has('rulesets') ? root.checked<StoredRuleset[]>('rulesets', checkRulesets) : [];
  return {
    takenAtMs: root.integer('taken_at'),
    mark: undefined,
    projects: root.list('projects', readProject),
    environments,
    flags: flagsOf(rulesets, projectIds),
    experiments: rulesets.flatMap(({ environment_id, experiments }) =>
      experiments.map((definition, position) => ({
        environmentId: environment_id,
        position,
        definition,
        completedAtMs: null,
      })),
    ),
    groups: groupsOf(rulesets, projectIds),
    schemas: root.has('schemas') ? root.list('schemas', readSchema) : [],
    plans: root.list('plans', readPlan),
    keys: root.list('keys', readKey),
    operatorTokenHashes: root.list('operator_token_hashes', (item) => item.asText()),
  };
}

/** Of each environment. */
type ProjectIds = ReadonlyMap<string, string>;

function flagsOf(rulesets: readonly StoredRuleset[], projectIds: ProjectIds): SnapshotFlag[] {
  const flags = new Map<string, SnapshotFlag>();
  for (const { environment_id, flags: ofRuleset } of rulesets) {
    const projectId = projectIds.get(environment_id) ?? '';
    for (const [position, { rules, rollout, kill, ...definition }] of ofRuleset.entries()) {
      const known = flags.get(definition.id) ?? { projectId, position, definition, targeting: {} };
      const targeting = { ...known.targeting, [environment_id]: { rules, rollout, kill } };
      flags.set(definition.id, { ...known, targeting });
    }
  }
  return [...flags.values()];
}

function groupsOf(rulesets: readonly StoredRuleset[], projectIds: ProjectIds): SnapshotGroup[] {
  const groups = new Map<string, SnapshotGroup>();
  for (const { environment_id, groups: named } of rulesets) {
    const projectId = projectIds.get(environment_id) ?? '';
    for (const [key, members] of Object.entries(named)) {
      groups.set(`${projectId} ${key}`, { projectId, key, revision: 0, members });
    }
  }
  return [...groups.values()];
}
