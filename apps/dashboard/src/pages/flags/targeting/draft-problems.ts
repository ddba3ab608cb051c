import { conditionProblem } from '../../../conditions/condition-words.ts';
import type { TargetingDraft, ValueType } from './targeting.ts';

/** Problems by the place where they are shown: `rules.0.conditions.1`, `rules.0.value`, `rollout.value`. */
export type DraftProblems = Readonly<Record<string, string>>;

const largestBytes = 65_536;

export function valueProblem(value: unknown, valueType: ValueType): string | undefined {
  const isOfType =
    valueType === 'json'
      ? typeof value === 'object' && value !== null
      : typeof value === valueType && (valueType !== 'number' || Number.isFinite(value));
  if (!isOfType) return valueType === 'json' ? 'Enter a JSON object or array' : `Enter a ${valueType}`;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return bytes > largestBytes ? 'The value can be at most 64 KiB' : undefined;
}

/** What would be refused anyway, said before it is sent. Patterns are checked by the server. */
export function draftProblems({ rules, rollout }: TargetingDraft, valueType: ValueType): DraftProblems {
  const problems: Record<string, string> = {};
  const note = (place: string, problem: string | undefined) => {
    if (problem !== undefined) problems[place] = problem;
  };
  for (const [index, rule] of rules.entries()) {
    note(`rules.${index}.value`, valueProblem(rule.value, valueType));
    for (const [at, condition] of rule.conditions.entries()) {
      note(`rules.${index}.conditions.${at}`, conditionProblem(condition));
    }
  }
  if (rollout !== null) note('rollout.value', valueProblem(rollout.value, valueType));
  return problems;
}

/** The server's field errors, at the place where the page shows them: `rules.0.conditions.1.values.0` is the condition's. */
export function problemsOfResult(fieldErrors: Readonly<Record<string, readonly string[]>>): DraftProblems {
  const problems: Record<string, string> = {};
  for (const [path, [problem]] of Object.entries(fieldErrors)) {
    if (problem === undefined) continue;
    const place = /^(rules\.\d+\.conditions\.\d+)\b/.exec(path)?.[1] ?? path;
    problems[place] ??= problem;
  }
  return problems;
}
