import type { RolloutSpec, RuleSpec } from './flag-spec.ts';
import type { FlagChange } from './plan-flags.ts';
import { canonical, sameJson } from './same-json.ts';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
}

/** A change as lines of a diff below a title. */
export function sayFlagChange(change: FlagChange): { title: string; lines: DiffLine[] } {
  switch (change.kind) {
    case 'create': {
      const { name, value_type, default_value, platforms } = change.flag;
      const facts = [`name: ${name}`, `type: ${value_type}`, `default: ${canonical(default_value)}`];
      return {
        title: `create ${change.key}`,
        lines: [...facts, `platforms: ${platforms.join(', ')}`].map((text) => ({ sign: '+', text })),
      };
    }
    case 'patch':
      return {
        title: `change ${change.key}`,
        lines: Object.keys(change.patch).flatMap((name) => {
          const of = (patch: object): string =>
            `${shortName(name)}: ${canonical((patch as Record<string, unknown>)[name])}`;
          return [
            { sign: '-' as const, text: of(change.before) },
            { sign: '+' as const, text: of(change.patch) },
          ];
        }),
      };
    case 'rules':
      return {
        title: `rules of ${change.key} in ${change.environment}`,
        lines: ruleLines(change.before, change.rules),
      };
    case 'rollout':
      return {
        title: `rollout of ${change.key} in ${change.environment}`,
        lines: [
          { sign: '-', text: sayRollout(change.before) },
          { sign: '+', text: sayRollout(change.rollout) },
        ],
      };
  }
}

/** Longest common run of rules, so that a rule that was put in between shows as one line. */
function ruleLines(before: readonly RuleSpec[], after: readonly RuleSpec[]): DiffLine[] {
  const lengths = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row !== undefined) {
        row[j] = sameJson(before[i], after[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && now !== undefined && sameJson(old, now)) {
      lines.push({ sign: ' ', text: sayRuleSpec(now) });
      i++;
      j++;
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: sayRuleSpec(old) });
      i++;
    } else if (now !== undefined) {
      lines.push({ sign: '+', text: sayRuleSpec(now) });
      j++;
    }
  }
  return lines;
}

function sayRuleSpec({ name, conditions, value, percentage, enabled }: RuleSpec): string {
  const asked = conditions.map(({ field, op, values }) => `${field} ${op} ${canonical(values)}`).join(' and ');
  const head = name === null ? '' : `${name}: `;
  return `${head}${asked === '' ? 'always' : `if ${asked}`} → ${canonical(value)} for ${percentage} %${enabled ? '' : ' (disabled)'}`;
}

const sayRollout = (rollout: RolloutSpec | null): string =>
  rollout === null ? 'none' : `${canonical(rollout.value)} for ${rollout.percentage} %`;

const shortName = (name: string): string => (name === 'default_value' ? 'default' : name);
