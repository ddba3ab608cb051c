import type {
  HoldoutDefinition,
  LayerShareDefinition,
  OverrideDefinition,
  PrerequisiteDefinition,
} from '@lamppost/evaluator';
import type { Condition, Rollout, Rule, ValueType } from './targeting-rules.ts';

/** What one environment serves, in the shape of the wire. */
export interface Ruleset {
  readonly configVersion: number;
  /** Without archived ones, oldest first. */
  readonly flags: readonly RulesetFlag[];
  /** Running ones and those completed with a winner, oldest first. */
  readonly experiments: readonly RulesetExperiment[];
  /** Group key to user ids, in the order they were added; only groups that rules and overrides name. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

export interface RulesetFlag {
  readonly id: string;
  readonly key: string;
  readonly value_type: ValueType;
  readonly default_value: unknown;
  readonly platforms: readonly string[];
  readonly status: 'active' | 'deprecated';
  /** If there are any. Needs a reader of version 4. */
  readonly prerequisites?: readonly PrerequisiteDefinition[];
  readonly rules: readonly Rule[];
  readonly rollout: Rollout | null;
  readonly kill: { readonly value: unknown; readonly reason: string; readonly at: string } | null;
}

export interface RulesetExperiment {
  readonly id: string;
  readonly key: string;
  readonly unit: 'auto' | 'device' | 'user';
  readonly status: 'running' | 'completed';
  readonly traffic_pct: number;
  readonly variants: readonly RulesetVariant[];
  readonly winner: string | null;
  /** If there is any condition. Needs a reader of version 3. */
  readonly audience?: readonly Condition[];
  /** While it runs, if there are any. This and the next two need a reader of version 2. */
  readonly overrides?: readonly OverrideDefinition[];
  /** While it runs in one. */
  readonly layer?: LayerShareDefinition;
  readonly holdout?: HoldoutDefinition;
}

/** People of a project who are kept out of its experiments. */
export interface ProjectHoldout extends HoldoutDefinition {
  readonly beganAtMs: number;
}

interface RulesetVariant {
  readonly key: string;
  readonly weight: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

type FlagPart = Pick<RulesetFlag, 'id' | 'key' | 'value_type' | 'default_value' | 'platforms'> & {
  readonly status: RulesetFlag['status'] | 'archived';
  readonly prerequisites?: readonly PrerequisiteDefinition[];
};
type TargetingPart<Rules> = Pick<RulesetFlag, 'rollout' | 'kill'> & { readonly rules: Rules };
type ExperimentPart = Pick<RulesetExperiment, 'id' | 'key' | 'unit' | 'traffic_pct' | 'variants' | 'winner'> & {
  readonly status: string;
  readonly environment_id: string;
  /** Absent in the change log of versions that did not have them. */
  readonly audience?: readonly Condition[];
  readonly overrides?: readonly OverrideDefinition[];
  readonly layer_id?: string | null;
  readonly ranges?: LayerShareDefinition['ranges'] | null;
};

/** Undefined for a flag that is served nowhere. Rules are taken as they are, in whatever form. */
export function rulesetFlag<Rules>(
  flag: FlagPart,
  { rules, rollout, kill }: TargetingPart<Rules>,
): (Omit<RulesetFlag, 'rules'> & { readonly rules: Rules }) | undefined {
  const { id, key, value_type, default_value, platforms, status, prerequisites = [] } = flag;
  if (status === 'archived') return undefined;
  const needs = prerequisites.length === 0 ? {} : { prerequisites };
  return { id, key, value_type, default_value, platforms, status, ...needs, rules, rollout, kill };
}

/** Undefined for an experiment that assigns nobody. */
export function rulesetExperiment(experiment: ExperimentPart): RulesetExperiment | undefined {
  const { id, key, unit, status, traffic_pct, winner, audience = [] } = experiment;
  const isServed = status === 'running' || (status === 'completed' && winner !== null);
  if (!isServed) return undefined;
  const variants = experiment.variants.map((variant) => ({
    key: variant.key,
    weight: variant.weight,
    payload: variant.payload,
  }));
  return {
    id,
    key,
    unit,
    status,
    traffic_pct,
    variants,
    winner,
    ...(audience.length === 0 ? {} : { audience }),
    ...(status === 'running' ? sharesOf(experiment) : {}),
  };
}

function sharesOf({ overrides = [], layer_id: layerId, ranges }: ExperimentPart): Partial<RulesetExperiment> {
  return {
    ...(overrides.length === 0 ? {} : { overrides }),
    ...(layerId ? { layer: { id: layerId, ranges: ranges ?? [] } } : {}),
  };
}

/** The experiment for people some of whom are held out. */
export function withHoldout(
  experiment: RulesetExperiment,
  completedAtMs: number | null,
  holdout: ProjectHoldout | undefined,
): RulesetExperiment {
  const isCompleted = experiment.status === 'completed';
  const applied = holdoutFor({ isCompleted, completedAtMs }, holdout);
  return applied === undefined ? experiment : { ...experiment, holdout: applied };
}

/** Winners from before the holdout were everybody's already, and stay so. */
export function holdoutFor(
  { isCompleted, completedAtMs }: { readonly isCompleted: boolean; readonly completedAtMs: number | null },
  holdout: ProjectHoldout | undefined,
): HoldoutDefinition | undefined {
  if (holdout === undefined) return undefined;
  const { id, percentage, beganAtMs } = holdout;
  return isCompleted && !(completedAtMs !== null && completedAtMs >= beganAtMs) ? undefined : { id, percentage };
}

/** What a reader has to understand to decide the experiment. */
export function versionNeededBy({ audience, overrides, layer, holdout }: RulesetExperiment): number {
  if (audience !== undefined) return 3;
  return overrides === undefined && layer === undefined && holdout === undefined ? 1 : 2;
}
