import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Rollout, Rule } from '../../edge/targeting-rules.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { findEnvironment } from '../projects/environment-operations.ts';
import { type FlagCore, findFlag, findTargeting, type KeptTargeting, noTargeting, saveTargeting } from './flag-rows.ts';
import type { Targeting, TargetingScope } from './flag-store.ts';
import { checkFlagValue } from './flag-value.ts';
import { checkPercentage } from './read-rules.ts';
import { targetingState } from './targeting-state.ts';

type Share = Pick<Rollout, 'percentage' | 'value'>;
type Edit = (before: KeptTargeting, flag: FlagCore, atMs: number) => KeptTargeting;

export interface TargetingCopy {
  readonly projectId: string;
  readonly flag: string;
  readonly from: string;
  readonly to: string;
}

export function targetingOperations(sql: Sql) {
  return {
    'flags.targeting': reading((scope: TargetingScope): Targeting | undefined => {
      const found = findPlace(sql, scope);
      if (found === undefined) return undefined;
      const { flag, environmentId } = found;
      return shown(findTargeting(sql, flag.id, environmentId) ?? noTargeting(flag.id, environmentId));
    }),
    /** Takes rules that were read: their shape is not looked at again. */
    'flags.replaceRules': writing((scope: TargetingScope, rules: readonly Rule[], actor: Actor) =>
      edit(sql, scope, 'rules_replaced', actor, (before, flag) => {
        for (const [index, { value }] of rules.entries()) checkFlagValue(value, flag.valueType, `rules.${index}.value`);
        return { ...before, rules };
      }),
    ),
    'flags.setRollout': writing((scope: TargetingScope, share: Share, actor: Actor) =>
      edit(sql, scope, 'rollout_set', actor, (before, flag, atMs) => {
        checkPercentage(share.percentage, 'percentage');
        checkFlagValue(share.value, flag.valueType, 'value');
        return withRollout(before, share, atMs);
      }),
    ),
    'flags.kill': writing((scope: TargetingScope, kill: { value?: unknown; reason: string }, actor: Actor) =>
      edit(sql, scope, 'killed', actor, (before, flag, atMs) => {
        const value = kill.value === undefined ? flag.defaultValue : kill.value;
        checkFlagValue(value, flag.valueType, 'value');
        const reason = storeText(kill.reason);
        const isSame = before.kill?.reason === reason && isDeepStrictEqual(before.kill.value, value);
        return isSame ? before : { ...before, kill: { value, reason, atMs } };
      }),
    ),
    'flags.restore': writing((scope: TargetingScope, actor: Actor) =>
      edit(sql, scope, 'restored', actor, (before) => ({ ...before, kill: null })),
    ),
    'flags.copyTargeting': writing(({ projectId, flag, from, to }: TargetingCopy, actor: Actor) => {
      const source = findPlace(sql, { projectId, flag, environment: from });
      if (findFlag(sql, projectId.toLowerCase(), flag) === undefined) return undefined;
      if (source === undefined) throw unknownEnvironment('from_environment_id');
      const copied = edit(sql, { projectId, flag, environment: to }, 'copied', actor, (before, { id }, atMs) => {
        const { rules, rollout } =
          findTargeting(sql, id, source.environmentId) ?? noTargeting(id, source.environmentId);
        return { ...(rollout === null ? withoutRollout(before) : withRollout(before, rollout, atMs)), rules };
      });
      if (copied === undefined) throw unknownEnvironment('to_environment_id');
      return copied;
    }),
  };
}

function edit(sql: Sql, scope: TargetingScope, action: string, actor: Actor, apply: Edit): Targeting | undefined {
  const found = findPlace(sql, scope);
  if (found === undefined) return undefined;
  const { flag, environmentId } = found;
  const known = findTargeting(sql, flag.id, environmentId);
  const before = known ?? noTargeting(flag.id, environmentId);
  const atMs = nextMoment(sql, flag.projectId);
  const after = apply(before, flag, atMs);
  if (isDeepStrictEqual(after, before)) return shown(before);
  saveTargeting(sql, after);
  recordChange(sql, actor, {
    projectId: flag.projectId,
    entityType: 'targeting',
    entityId: flag.id,
    entityKey: flag.key,
    environmentId,
    action,
    before: known ? targetingState(known) : null,
    after: targetingState(after),
    touches: [environmentId],
    atMs,
  });
  return shown(after);
}

function findPlace(
  sql: Sql,
  { projectId, flag: idOrKey, environment: idOrSlug }: TargetingScope,
): { readonly flag: FlagCore; readonly environmentId: string } | undefined {
  const flag = findFlag(sql, projectId.toLowerCase(), idOrKey);
  const environment = findEnvironment(sql, projectId, idOrSlug);
  return flag && environment && { flag, environmentId: environment.id };
}

/** The id is minted once; the clock of "how long at this percentage" starts anew when the percentage changes. */
function withRollout(before: KeptTargeting, { percentage, value }: Share, atMs: number): KeptTargeting {
  const id = before.rolloutId ?? uuidv7();
  const isSameShare = before.rollout?.percentage === percentage;
  const rolloutSinceMs = isSameShare ? before.rolloutSinceMs : atMs;
  return { ...before, rolloutId: id, rollout: { id, percentage, value }, rolloutSinceMs };
}

function withoutRollout(before: KeptTargeting): KeptTargeting {
  return { ...before, rollout: null, rolloutSinceMs: null };
}

function unknownEnvironment(field: string): Unacceptable {
  return new Unacceptable(field, 'There is no such environment in the project.', 'INVALID_ENVIRONMENT');
}

function shown({ rolloutId: _kept, ...targeting }: KeptTargeting): Targeting {
  return targeting;
}
