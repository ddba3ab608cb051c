import {
  assignExperiments,
  type CompiledRuleset,
  compileRuleset,
  type EvaluationContext,
  type ExperimentAssignment,
  type ExperimentDefinition,
  evaluateValues,
  type FlagDefinition,
  type Ruleset,
} from '@lamppost/evaluator';
import { type DemoExperiment, demoExperiments } from './demo-experiments.ts';
import { betaGroup, demoFlags } from './demo-rules.ts';
import { Random } from './random.ts';
import { testers } from './testers.ts';

export interface Assignments {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: ReadonlyMap<string, ExperimentAssignment>;
}

interface Phase {
  /** Holds from here until the next phase. */
  readonly daysBeforeEnd: number;
  readonly ruleset: CompiledRuleset;
}

/** The demo's own ruleset, with ids that no server minted: for anyone who needs events and no server. */
export function offlineRuleset(): Ruleset {
  const ids = new Random(4711, 2);
  return {
    flags: demoFlags.map(({ key, definition, rules, rollout }) => ({
      id: ids.uuid(),
      key,
      value_type: definition.value_type,
      default_value: definition.default_value ?? false,
      platforms: definition.platforms,
      rules,
      rollout: rollout && { id: ids.uuid(), ...rollout },
      kill: null,
    })),
    experiments: demoExperiments.map(({ key, definition, fate }) => ({
      id: ids.uuid(),
      key,
      unit: definition.unit,
      status: fate.kind,
      traffic_pct: definition.traffic_pct,
      variants: definition.variants.map(({ key: variant, weight, payload }) => ({ key: variant, weight, payload })),
      winner: fate.kind === 'completed' ? fate.winner : null,
    })),
    groups: { [betaGroup]: testers },
    config_version: '1',
  };
}

/**
 * What the demo's flags and experiments were at each moment of the period: rollouts grow, experiments start.
 * Ids stay what they are in the ruleset, and so do buckets: anyone who was in a small rollout is in the larger one,
 * and the last phase is what the server itself would answer today.
 */
export class RulesOverTime {
  readonly configVersion: string;
  readonly #phases: readonly Phase[];

  constructor(ruleset: Ruleset) {
    this.configVersion = ruleset.config_version;
    const moments = [
      Number.POSITIVE_INFINITY,
      ...demoFlags.flatMap(({ history }) => history.map(([daysBeforeEnd]) => daysBeforeEnd)),
      ...demoExperiments.flatMap(({ startsDaysBeforeEnd, fate }) =>
        fate.kind === 'completed' ? [startsDaysBeforeEnd, fate.daysBeforeEnd] : [startsDaysBeforeEnd],
      ),
    ];
    this.#phases = [...new Set(moments)]
      .toSorted((a, b) => b - a)
      .map((daysBeforeEnd) => ({ daysBeforeEnd, ruleset: compileRuleset(asOf(ruleset, daysBeforeEnd)) }));
  }

  /** The place of the phase in the order of time, the same for all moments between two changes. */
  phaseAt(daysBeforeEnd: number): number {
    let at = this.#phases.length - 1;
    while (at > 0 && (this.#phases[at] as Phase).daysBeforeEnd < daysBeforeEnd) at -= 1;
    return at;
  }

  assign(phase: number, context: EvaluationContext): Assignments {
    const { ruleset } = this.#phases[phase] as Phase;
    return { flags: evaluateValues(ruleset, context), experiments: assignExperiments(ruleset, context) };
  }
}

function asOf(ruleset: Ruleset, daysBeforeEnd: number): Ruleset {
  const flags = demoFlags.flatMap(({ key, history }) => {
    const flag = ruleset.flags.find((each) => each.key === key);
    return flag === undefined ? [] : [withRolloutOf(flag, history, daysBeforeEnd)];
  });
  const experiments = demoExperiments.flatMap((experiment) => {
    const today = ruleset.experiments.find(({ key }) => key === experiment.key);
    return today === undefined ? [] : experimentAsOf(today, experiment, daysBeforeEnd);
  });
  return { ...ruleset, flags, experiments };
}

function experimentAsOf(
  today: ExperimentDefinition,
  { startsDaysBeforeEnd, fate }: DemoExperiment,
  daysBeforeEnd: number,
): ExperimentDefinition[] {
  if (fate.kind === 'draft' || startsDaysBeforeEnd < daysBeforeEnd) return [];
  const isOver = fate.kind === 'completed' && fate.daysBeforeEnd >= daysBeforeEnd;
  return [fate.kind === 'running' || isOver ? today : { ...today, status: 'running', winner: null }];
}

function withRolloutOf(
  flag: FlagDefinition,
  history: readonly (readonly [number, number])[],
  daysBeforeEnd: number,
): FlagDefinition {
  if (flag.rollout === null || history.length === 0) return flag;
  const reached = history.findLast(([since]) => since >= daysBeforeEnd)?.[1] ?? 0;
  const isLast = (history.at(-1)?.[0] ?? 0) >= daysBeforeEnd;
  // Somebody may have moved the slider since: what stands there today is the truth about today.
  const percentage = isLast ? flag.rollout.percentage : Math.min(reached, flag.rollout.percentage);
  return { ...flag, rollout: { ...flag.rollout, percentage } };
}
