import { type RecordedChange, recordingChanges } from '../../control/change-recorder.ts';
import { ApprovalNeeded } from '../../control/control-errors.ts';
import type { Operation } from '../../control/operation.ts';
import type { Db } from '../../control/sql/db.ts';
import { approvalsOf } from '../projects/environment-operations.ts';
import type { ChangeRequestDraft, RequestedChange, RequestOrigin } from './change-request.ts';
import { needsApproval } from './needs-approval.ts';

/**
 * The same operations, but those whose changes need approval throw ApprovalNeeded with the difference they would have
 * made. They are run for it and then undone, so that the difference is that of the operation itself.
 */
export function approvable<Operations extends object>(store: string, operations: Operations): Operations {
  return Object.fromEntries(
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => [
      method,
      gated(`${store}.${method}`, operation),
    ]),
  ) as Operations;
}

function gated(name: string, operation: Operation): Operation {
  const { write } = operation;
  if (write === undefined) return operation;
  return {
    ...operation,
    write: async (db: Db, ...args: readonly never[]) => {
      const { result, changes } = await recordingChanges(db, () => write(db, ...args));
      const request = await requestFor(db, name, args, changes);
      if (request !== undefined) throw new ApprovalNeeded(request);
      return result;
    },
  };
}

async function requestFor(
  db: Db,
  operation: string,
  args: readonly unknown[],
  recorded: readonly RecordedChange[],
): Promise<ChangeRequestDraft | undefined> {
  const [first] = recorded;
  if (first === undefined || first.projectId === null) return undefined;
  const { projectId, actor } = first;
  const changes = requestedChanges(recorded);
  const policies = await approvalsOf(db, projectId);
  if (!changes.some((change) => needsApproval(change, actor, policies))) return undefined;
  return {
    projectId,
    environmentId: first.environmentId ?? null,
    origin: originOf(actor.kind),
    author: actor,
    comment: first.comment?.trim() || null,
    operation,
    args,
    changes,
    baseMs: first.atMs,
    configVersion: first.configVersion === null ? null : first.configVersion - 1,
  };
}

export function requestedChanges(recorded: readonly RecordedChange[]): [RequestedChange, ...RequestedChange[]] {
  return recorded.map(({ entityType, entityId, entityKey, environmentId = null, action, before, after }) => ({
    entityType,
    entityId,
    entityKey,
    environmentId,
    action,
    before,
    after,
  })) as [RequestedChange, ...RequestedChange[]];
}

function originOf(kind: RecordedChange['actor']['kind']): RequestOrigin {
  if (kind === 'assistant') return 'assistant';
  return kind === 'member' ? 'member' : 'key';
}
