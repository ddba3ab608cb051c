import type { Actor } from '../actor.ts';
import type { EntityState, EntityType } from '../change.ts';
import type { Notice } from './notice.ts';

interface LoggedChange {
  readonly id: string;
  readonly projectId: string | null;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly entityKey: string;
  readonly environmentId?: string | undefined;
  readonly action: string;
  readonly actor: Actor;
  readonly before: EntityState | null;
  readonly after: EntityState | null;
  readonly comment: string | null;
  readonly atMs: number;
}

/** What a guardrail does when it is breached; it also advances ramps. */
const GUARDRAIL_ACTIONS: ReadonlySet<string> = new Set(['killed', 'paused']);

/** What an entry of the change log is told as. */
export function noticesOfChange(change: LoggedChange): Notice[] {
  const { projectId, entityType, action, actor, atMs } = change;
  const type = entityType === 'experiment' ? 'experiment.changed' : 'flag.changed';
  if (entityType !== 'flag' && entityType !== 'targeting' && entityType !== 'experiment') return [];
  const place = { projectId, environmentId: change.environmentId ?? null, atMs };
  const entity = {
    [entityType === 'experiment' ? 'experiment_id' : 'flag_id']: change.entityId,
    key: change.entityKey,
  };
  const { before, after, comment } = change;
  const changed: Notice = {
    ...place,
    type,
    data: { change_id: change.id, ...entity, entity_type: entityType, action, actor, comment, before, after },
  };
  if (actor.kind !== 'guardrail' || !GUARDRAIL_ACTIONS.has(action)) return [changed];
  const breached: Notice = {
    ...place,
    type: 'guardrail.breached',
    data: { change_id: change.id, ...entity, entity_type: entityType, action, ...breachIn(after) },
  };
  return [changed, breached];
}

function breachIn(after: EntityState | null): { readonly reason: unknown; readonly breach: unknown } {
  const {
    kill,
    guardrails,
    guardrail_breaches: breaches,
  } = (after ?? {}) as {
    kill?: { reason?: unknown } | null;
    guardrails?: { breach?: unknown } | null;
    guardrail_breaches?: readonly unknown[];
  };
  return { reason: kill?.reason ?? null, breach: guardrails?.breach ?? breaches?.at(-1) ?? null };
}
