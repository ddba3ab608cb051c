import { factLengths, isJsonObject, type JsonObject, limits } from '@lamppost/protocol';
import type { RejectReason } from './reject-reasons.ts';

interface ContextWarning {
  readonly field: string;
  readonly message: string;
}

export interface ContextVerdict {
  readonly reject?: RejectReason;
  /** Something in it must be changed before it is stored: see `cutFacts`. */
  readonly needsCut: boolean;
  readonly warnings: readonly ContextWarning[];
}

const isBadId = (id: unknown): boolean =>
  id !== undefined && id !== null && (typeof id !== 'string' || id.length > limits.idLength);

/** Lengths of the facts in each part of a context. */
const factBounds: Record<string, Record<string, number>> = {
  device: {
    platform: factLengths.platform,
    model: factLengths.device_model,
    os_name: factLengths.os_name,
    os_version: factLengths.os_version,
    type: 64,
    locale: factLengths.locale,
    timezone: factLengths.timezone,
  },
  app: { version: factLengths.app_version, build: factLengths.build_number, namespace: 256, build_channel: 64 },
  sdk: { name: 64, version: 64 },
};
const releaseIdLength = 256;

const good: ContextVerdict = { needsCut: false, warnings: [] };

export function screenContext(context: unknown): ContextVerdict {
  if (context === undefined || context === null) return good;
  const members = context as JsonObject;
  const { user, device, session } = members as Record<'user' | 'device' | 'session', JsonObject | null | undefined>;
  if (isBadId(user?.id)) return refused('user_id_invalid');
  if (isBadId(user?.anonymous_id)) return refused('anonymous_id_invalid');
  if (isBadId(device?.id)) return refused('device_id_invalid');
  if (isBadId(session?.id)) return refused('session_id_invalid');
  const assignments = members.experiment_assignments;
  const reject = isJsonObject(assignments) ? screenAssignments(assignments, members.experiments) : undefined;
  if (reject !== undefined) return refused(reject);
  const long = longFacts(members);
  const odd = oddParts(members);
  if (long === none && odd === none) return good;
  return {
    needsCut: long.length > 0,
    warnings: [
      ...long.map(({ field, length }) => ({ field, message: `cut to ${length} characters` })),
      ...odd.map((field) => ({ field, message: 'not an object; ignored' })),
    ],
  };
}

const refused = (reject: RejectReason): ContextVerdict => ({ reject, needsCut: false, warnings: [] });

function screenAssignments(assignments: JsonObject, experiments: unknown): RejectReason | undefined {
  const entries = Object.entries(assignments);
  if (entries.length > limits.experimentAssignments) return 'assignments_invalid';
  for (const [key, assignment] of entries) {
    if (assignment === null) continue;
    if (!isJsonObject(assignment) || typeof assignment.variant_key !== 'string') return 'assignments_invalid';
    const kind = assignment.subject_kind;
    if (kind !== undefined && kind !== null && kind !== 'user' && kind !== 'device') return 'assignment_kind_invalid';
    const status = assignment.subject_status;
    if (status !== undefined && status !== null && status !== 'identity_changed') return 'assignment_status_invalid';
    const variant = isJsonObject(experiments) && Object.hasOwn(experiments, key) ? experiments[key] : undefined;
    if (variant !== undefined && variant !== null && variant !== assignment.variant_key)
      return 'assignment_contradicts';
  }
  return undefined;
}

/** Shared, because nearly every context is like this. */
const none: readonly never[] = [];

function longFacts(members: JsonObject): readonly { field: string; length: number }[] {
  let long: { field: string; length: number }[] | undefined;
  for (const part in factBounds) {
    const facts = members[part] as JsonObject | null | undefined;
    if (facts === undefined || facts === null) continue;
    const bounds = factBounds[part] as Record<string, number>;
    for (const name in bounds) {
      const fact = facts[name];
      const length = bounds[name] as number;
      if (typeof fact !== 'string' || fact.length <= length) continue;
      long ??= [];
      long.push({ field: `context.${part}.${name}`, length });
    }
  }
  const release = members.release_id;
  if (typeof release === 'string' && release.length > releaseIdLength) {
    long ??= [];
    long.push({ field: 'context.release_id', length: releaseIdLength });
  }
  return long ?? none;
}

const objectParts = ['user', 'device', 'session', 'app', 'sdk', 'experiment_assignments'] as const;

function oddParts(members: JsonObject): readonly string[] {
  let odd: string[] | undefined;
  for (const part of objectParts) {
    const value = members[part];
    if (value === undefined || value === null || isJsonObject(value)) continue;
    odd ??= [];
    odd.push(`context.${part}`);
  }
  return odd ?? none;
}

/** Cuts over-long facts in place, on a context that is being written anew. */
export function cutFacts(context: unknown): void {
  if (!isJsonObject(context)) return;
  for (const [part, bounds] of Object.entries(factBounds)) {
    const facts = context[part];
    if (!isJsonObject(facts)) continue;
    for (const [name, length] of Object.entries(bounds)) {
      const fact = facts[name];
      if (typeof fact === 'string' && fact.length > length) facts[name] = fact.slice(0, length);
    }
  }
  if (typeof context.release_id === 'string') context.release_id = context.release_id.slice(0, releaseIdLength);
}
