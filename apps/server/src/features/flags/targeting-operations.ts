import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Rollout, Rule } from '../../edge/targeting-rules.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { isEmergency } from '../approvals/needs-approval.ts';
import { findEnvironment } from '../projects/environment-operations.ts';
import type { ApprovalPolicy } from '../projects/environment-store.ts';
import { type FlagCore, findFlag } from './flag-statements.ts';
import type { Targeting, TargetingScope } from './flag-store.ts';
import { checkFlagValue } from './flag-value.ts';
import { followTargeting } from './guardrails/follow-targeting.ts';
import { checkPercentage } from './read-rules.ts';
import { keptTargetingState } from './targeting-state.ts';
import { findTargeting, type KeptTargeting, saveTargeting } from './targeting-statements.ts';

type Share = Pick<Rollout, 'percentage' | 'value'>;
type Edit = (before: KeptTargeting, flag: FlagCore, atMs: number) => KeptTargeting;

export interface TargetingCopy {
  readonly projectId: string;
  readonly flag: string;
  readonly from: string;
  readonly to: string;
}

export const targetingOperations = {
  targeting: reading(async (db, scope: TargetingScope): Promise<Targeting | undefined> => {
    const found = await keptTargeting(db, scope);
    return found && shown(found.targeting);
  }),
  /** Takes rules that were read: their shape is not looked at again. */
  replaceRules: writing((db, scope: TargetingScope, rules: readonly Rule[], actor: Actor, comment?: string) => {
    const replace: Edit = (before, flag) => {
      checkRuleValues(rules, flag);
      return { ...before, rules };
    };
    return edit(db, scope, 'rules_replaced', actor, replace, comment);
  }),
  setRollout: writing((db, scope: TargetingScope, share: Share, actor: Actor, comment?: string) =>
    setRollout(db, scope, share, actor, { comment }),
  ),
  /** Takes rules that were read, like replaceRules. */
  setTargeting: writing(
    (
      db,
      scope: TargetingScope,
      sent: { readonly rules?: readonly Rule[]; readonly rollout?: Share },
      actor: Actor,
      comment?: string,
    ) => {
      const set: Edit = (before, flag, atMs) => {
        const { rules = before.rules, rollout } = sent;
        checkRuleValues(rules, flag);
        if (rollout === undefined) return { ...before, rules };
        checkShare(rollout, flag, 'rollout.value', 'rollout.percentage');
        return { ...withRollout(before, rollout, atMs), rules };
      };
      return edit(db, scope, 'targeting_set', actor, set, comment);
    },
  ),
  kill: writing(
    (db, scope: TargetingScope, kill: { readonly value?: unknown; readonly reason: string }, actor: Actor) =>
      edit(db, scope, 'killed', actor, (before, flag, atMs) => {
        const value = kill.value === undefined ? flag.defaultValue : kill.value;
        checkFlagValue(value, flag.valueType, 'value');
        const reason = storeText(kill.reason);
        const isSame = before.kill?.reason === reason && isDeepStrictEqual(before.kill.value, value);
        return isSame ? before : { ...before, kill: { value, reason, atMs } };
      }),
  ),
  restore: writing((db, scope: TargetingScope, actor: Actor, comment?: string) =>
    edit(db, scope, 'restored', actor, (before) => ({ ...before, kill: null }), comment),
  ),
  copyTargeting: writing(copyTargeting),
};

/** `valueField`: what the caller calls the value, for what is wrong with it. */
export function setRollout(
  db: Db,
  scope: TargetingScope,
  share: Share,
  actor: Actor,
  { valueField = 'value', comment }: { readonly valueField?: string; readonly comment?: string | undefined } = {},
): Promise<Targeting | undefined> {
  const set: Edit = (before, flag, atMs) => {
    checkShare(share, flag, valueField);
    return withRollout(before, share, atMs);
  };
  return edit(db, scope, 'rollout_set', actor, set, comment);
}

function checkRuleValues(rules: readonly Rule[], flag: FlagCore): void {
  for (const [index, { value }] of rules.entries()) checkFlagValue(value, flag.valueType, `rules.${index}.value`);
}

function checkShare(share: Share, flag: FlagCore, valueField: string, percentageField = 'percentage'): void {
  checkPercentage(share.percentage, percentageField);
  checkFlagValue(share.value, flag.valueType, valueField);
}

async function copyTargeting(
  db: Db,
  { projectId, flag: idOrKey, from, to }: TargetingCopy,
  actor: Actor,
  comment?: string,
): Promise<Targeting | undefined> {
  if ((await findFlag(db, projectId, idOrKey)) === undefined) return undefined;
  const source = await keptTargeting(db, { projectId, flag: idOrKey, environment: from });
  if (source === undefined) throw unknownEnvironment('from_environment_id');
  const { rules, rollout } = source.targeting;
  const target = { projectId, flag: idOrKey, environment: to };
  const copy: Edit = (before, _flag, atMs) => ({
    ...(rollout === null ? withoutRollout(before) : withRollout(before, rollout, atMs)),
    rules,
  });
  const copied = await edit(db, target, 'copied', actor, copy, comment);
  if (copied === undefined) throw unknownEnvironment('to_environment_id');
  return copied;
}

const edit = async (...edited: Parameters<typeof editTargeting>): Promise<Targeting | undefined> => {
  const after = await editTargeting(...edited);
  return after && shown(after);
};

/** The one way to change a targeting: what watches and moves its rollout follows, and the change is logged. */
export async function editTargeting(
  db: Db,
  scope: TargetingScope,
  action: string,
  actor: Actor,
  apply: Edit,
  comment?: string,
): Promise<KeptTargeting | undefined> {
  const found = await findPlace(db, scope);
  if (found === undefined) return undefined;
  const { flag, environmentId, approval } = found;
  const known = await findTargeting(db, flag.id, environmentId);
  const before = known ?? noTargeting(flag.id, environmentId);
  const atMs = await nextMoment(db, flag.projectId);
  const edited = apply(before, flag, atMs);
  if (isDeepStrictEqual(edited, before)) return before;
  const after = followTargeting(before, edited, atMs, uuidv7);
  await saveTargeting(db, after);
  await recordChange(db, actor, {
    projectId: flag.projectId,
    entityType: 'targeting',
    entityId: flag.id,
    entityKey: flag.key,
    environmentId,
    action,
    before: known ? keptTargetingState(known) : null,
    after: keptTargetingState(after),
    comment: commentOn(action, actor, approval, comment),
    touches: isServedAlike(before, after) ? [] : [environmentId],
    atMs,
  });
  return after;
}

/** What stops a flag, or lets it go on, is possible at once, and says that nobody approved it. */
function commentOn(action: string, { kind }: Actor, approval: ApprovalPolicy | null, comment = ''): string {
  const isUnapproved = approval !== null && isEmergency(action) && (kind === 'member' || kind === 'api_key');
  return isUnapproved ? ['Without approval', comment.trim()].filter((part) => part !== '').join(': ') : comment;
}

const isServedAlike = (a: KeptTargeting, b: KeptTargeting): boolean =>
  isDeepStrictEqual([a.rules, a.rollout, a.kill], [b.rules, b.rollout, b.kill]);

/** What is kept of a flag in an environment; undefined where the project has no such flag or environment. */
export async function keptTargeting(
  db: Db,
  scope: TargetingScope,
): Promise<{ readonly flag: FlagCore; readonly targeting: KeptTargeting } | undefined> {
  const found = await findPlace(db, scope);
  if (found === undefined) return undefined;
  const { flag, environmentId } = found;
  const targeting = (await findTargeting(db, flag.id, environmentId)) ?? noTargeting(flag.id, environmentId);
  return { flag, targeting };
}

interface FlagPlace {
  readonly flag: FlagCore;
  readonly environmentId: string;
  readonly approval: ApprovalPolicy | null;
}

async function findPlace(
  db: Db,
  { projectId, flag: idOrKey, environment: idOrSlug }: TargetingScope,
): Promise<FlagPlace | undefined> {
  const flag = await findFlag(db, projectId, idOrKey);
  const environment = await findEnvironment(db, projectId, idOrSlug);
  return flag && environment && { flag, environmentId: environment.id, approval: environment.approval };
}

function noTargeting(flagId: string, environmentId: string): KeptTargeting {
  return {
    flagId,
    environmentId,
    rules: [],
    rollout: null,
    kill: null,
    rolloutSinceMs: null,
    rolloutId: null,
    guardrails: null,
    ramp: null,
  };
}

/** The id is minted once; the clock of "how long at this percentage" starts anew when the percentage changes. */
export function withRollout(before: KeptTargeting, { percentage, value }: Share, atMs: number): KeptTargeting {
  const id = before.rolloutId ?? uuidv7();
  const isSameShare = before.rollout?.percentage === percentage;
  const rolloutSinceMs = isSameShare ? before.rolloutSinceMs : atMs;
  return { ...before, rolloutId: id, rollout: { id, percentage, value }, rolloutSinceMs };
}

function withoutRollout(before: KeptTargeting): KeptTargeting {
  return { ...before, rollout: null, rolloutSinceMs: null };
}

function unknownEnvironment(field: string): Unacceptable {
  return new Unacceptable(field, 'Environment not found.', 'INVALID_ENVIRONMENT');
}

function shown({ rolloutId: _id, guardrails: _watch, ramp: _ramp, ...targeting }: KeptTargeting): Targeting {
  return targeting;
}
