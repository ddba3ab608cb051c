import { type ConditionScope, compileCondition } from './compile-condition.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import { type FlagEvaluation, failedWith } from './flag-evaluation.ts';
import type { ConditionDefinition, FlagDefinition, PrerequisiteDefinition, RuleDefinition } from './ruleset.ts';
import { compileShare, type Share } from './share.ts';

export interface CompiledFlag {
  readonly definition: FlagDefinition;
  readonly isArchived: boolean;
  readonly platforms: ReadonlySet<string>;
  readonly killed: FlagEvaluation | undefined;
  /** Set when the rules or the rollout cannot be compiled; then nothing below it is used. */
  readonly broken: FlagEvaluation | undefined;
  readonly prerequisites: readonly PrerequisiteDefinition[];
  /** The enabled ones, in order. */
  readonly rules: readonly CompiledRule[];
  /** Of each rule the index of its first condition, -1 without one: most rules fail there, and are passed over by it. */
  readonly firstConditions: Int32Array;
  readonly rollout: Share | undefined;
  readonly fallback: FlagEvaluation;
}

export interface CompiledRule {
  readonly definition: RuleDefinition;
  readonly conditions: readonly CompiledCondition[];
  readonly share: Share;
}

/** Never throws: a flag that cannot be compiled evaluates to its default with the reason ERROR, unless it is killed. */
export function compileFlag(definition: FlagDefinition, scope: ConditionScope): CompiledFlag {
  const { default_value, status, platforms, kill } = definition;
  const compiled = {
    definition,
    isArchived: status === 'archived',
    platforms: new Set(Array.isArray(platforms) ? platforms : []),
    killed: kill ? ({ value: kill.value, reason: 'KILLED' } as const) : undefined,
    fallback: { value: default_value, reason: 'DEFAULT' } as const,
    prerequisites: Array.isArray(definition.prerequisites) ? definition.prerequisites : [],
  };
  const taken: CompiledCondition[] = [];
  const take = (condition: ConditionDefinition): CompiledCondition => {
    const one = compileCondition(condition, scope);
    taken.push(one);
    return one;
  };
  try {
    const rules = definition.rules
      .filter(({ enabled }) => enabled !== false)
      .map((rule) => inRule(rule, () => compileRule(rule, take)));
    const firstConditions = Int32Array.from(rules, ({ conditions }) => conditions[0]?.index ?? -1);
    return { ...compiled, broken: undefined, rules, firstConditions, rollout: compileRollout(definition) };
  } catch (error) {
    for (const condition of taken) scope.pool.release(condition);
    const nothing = { rules: [], firstConditions: new Int32Array(), rollout: undefined };
    return { ...compiled, broken: failedWith(default_value, error), ...nothing };
  }
}

type TakeCondition = (condition: ConditionDefinition) => CompiledCondition;

function compileRule(rule: RuleDefinition, take: TakeCondition): CompiledRule {
  return {
    definition: rule,
    conditions: rule.conditions.map(take),
    share: compileShare(rule.id, rule.percentage, { value: rule.value, reason: 'RULE_MATCH', ruleId: rule.id }),
  };
}

function compileRollout({ rollout }: FlagDefinition): Share | undefined {
  if (!rollout) return undefined;
  return compileShare(rollout.id, rollout.percentage, { value: rollout.value, reason: 'ROLLOUT' });
}

function inRule<T>(rule: RuleDefinition, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`rule ${rule.id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
