import { isDeepStrictEqual } from 'node:util';
import type { RequestedChange } from './change-request.ts';

/** Set when a change is made, so never the same twice. */
const MOMENTS: ReadonlySet<string> = new Set([
  'updated_at',
  'started_at',
  'completed_at',
  'step_since',
  'since',
  'created_at',
]);
/** Parts whose id is made with them. */
const WITH_NEW_IDS: ReadonlySet<string> = new Set(['rollout', 'ramp', 'guardrails']);

/** Whether two lists of changes make the same difference, but for when they are made and the ids that they make up. */
export function isSameDifference(a: readonly RequestedChange[], b: readonly RequestedChange[]): boolean {
  return isDeepStrictEqual(a.map(comparable), b.map(comparable));
}

function comparable({
  entityType,
  entityId,
  entityKey,
  environmentId,
  action,
  before,
  after,
}: RequestedChange): unknown {
  // What is created gets its id when it is.
  const [named, state] = action === 'created' ? [entityKey, { ...after, id: undefined }] : [entityId, after];
  const states = JSON.parse(JSON.stringify({ before, after: state })) as unknown;
  return [entityType, named, environmentId, action, without(states)];
}

function without(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name]) =>
          !MOMENTS.has(name) && !(name === 'at' && parent === 'kill') && !(name === 'id' && WITH_NEW_IDS.has(parent)),
      )
      .map(([name, member]) => [name, isFree(name) ? member : without(member, name)]),
  );
}

/** Values of users, in which every name counts. */
const isFree = (name: string): boolean => name === 'value' || name === 'default_value' || name === 'payload';
