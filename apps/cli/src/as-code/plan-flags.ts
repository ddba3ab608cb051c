import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import type { FlagSpec, RolloutSpec, RuleSpec } from './flag-spec.ts';
import { keepRuleIds } from './keep-rule-ids.ts';
import type { PlacedFlag } from './read-flags-file.ts';
import { sameJson } from './same-json.ts';

type Definition = Omit<FlagSpec, 'key' | 'value_type' | 'environments'>;
type Patch = { -readonly [K in keyof Definition]?: Definition[K] };

export type FlagChange =
  | { readonly kind: 'create'; readonly key: string; readonly flag: FlagSpec }
  | { readonly kind: 'patch'; readonly key: string; readonly patch: Patch; readonly before: Patch }
  | {
      readonly kind: 'rules';
      readonly key: string;
      readonly environment: string;
      readonly rules: readonly RuleSpec[];
      readonly before: readonly RuleSpec[];
    }
  | {
      readonly kind: 'rollout';
      readonly key: string;
      readonly environment: string;
      readonly rollout: RolloutSpec;
      readonly before: RolloutSpec | null;
    };

const EDITABLE = [
  'name',
  'description',
  'default_value',
  'platforms',
  'tags',
  'kind',
  'status',
  'prerequisites',
  'expires_on',
] as const;

/** What has to be done so that the server is as the file says. Nothing when it is. */
export function planFlags(path: string, wanted: readonly PlacedFlag[], existing: readonly FlagSpec[]): FlagChange[] {
  const known = new Map(existing.map((flag) => [flag.key, flag]));
  refuseOtherTypes(path, wanted, known);
  const changes = wanted.flatMap(({ spec }) => planFlag(spec, known.get(spec.key)));
  const needsOrder = changes.some((change) => change.kind === 'patch' && change.patch.prerequisites !== undefined);
  return needsOrder ? changes.toSorted((one, other) => rankOf(one) - rankOf(other)) : changes;
}

/** A flag may need another one of the file, which has to be there first, and is archived only when nothing needs it. */
function rankOf(change: FlagChange): number {
  if (change.kind === 'create') return 0;
  return change.kind === 'patch' && change.patch.status === 'archived' ? 2 : 1;
}

function planFlag(spec: FlagSpec, existing: FlagSpec | undefined): FlagChange[] {
  const changes: FlagChange[] = [];
  if (existing === undefined) changes.push({ kind: 'create', key: spec.key, flag: spec });
  const differs = EDITABLE.filter((name) => !sameJson(spec[name], (existing ?? created(spec))[name]));
  if (differs.length > 0) {
    const of = (flag: FlagSpec): Patch => Object.fromEntries(differs.map((name) => [name, flag[name]]));
    changes.push({ kind: 'patch', key: spec.key, patch: of(spec), before: of(existing ?? created(spec)) });
  }
  for (const [environment, targeting] of Object.entries(spec.environments)) {
    const now = existing?.environments[environment] ?? { rules: [], rollout: null };
    const rules = keepRuleIds(targeting.rules, now.rules);
    if (!sameJson(rules, now.rules)) {
      changes.push({ kind: 'rules', key: spec.key, environment, rules, before: now.rules });
    }
    // A rollout cannot be taken back, since buckets go by its id; without one nobody is in it.
    const rollout = targeting.rollout ?? (now.rollout === null ? null : { ...now.rollout, percentage: 0 });
    const isNone = (rollout === null || rollout.percentage === 0) && (now.rollout?.percentage ?? 0) === 0;
    if (rollout !== null && !isNone && !sameJson(rollout, now.rollout)) {
      changes.push({ kind: 'rollout', key: spec.key, environment, rollout, before: now.rollout });
    }
  }
  return changes;
}

/** A flag is created active, whatever it is to become, and before the flags that it needs may be there. */
const created = (spec: FlagSpec): FlagSpec => ({ ...spec, status: 'active', prerequisites: [] });

function refuseOtherTypes(path: string, wanted: readonly PlacedFlag[], known: ReadonlyMap<string, FlagSpec>): void {
  const details = wanted.flatMap(({ spec, typeLine }) => {
    const type = known.get(spec.key)?.value_type;
    return type === undefined || type === spec.value_type
      ? []
      : [
          `${path}:${typeLine}: ${spec.key} is a ${type} on the server, and its type cannot be changed; use another key`,
        ];
  });
  if (details.length > 0) {
    throw new CliError('The file cannot be applied. Nothing was sent.', { exitCode: exitCodes.conflict, details });
  }
}
