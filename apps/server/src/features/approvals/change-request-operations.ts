import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { recordingChanges } from '../../control/change-recorder.ts';
import { NotPermitted, Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { type Operation, reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { requestedChanges } from './approvable.ts';
import type { ChangeRequest, ChangeRequestDraft, RequestStatus } from './change-request.ts';
import { changeRequestState } from './change-request-row.ts';
import {
  CHANGED_SINCE,
  type ChangeRequestRow,
  COUNT_PENDING,
  DECIDE_REQUEST,
  FIND_REQUEST,
  INSERT_REQUEST,
  LIST_REQUESTS,
} from './change-request-statements.ts';
import type { ChangeRequestFilter } from './change-request-store.ts';
import { isSameDifference } from './is-same-difference.ts';

const MAX_PENDING = 500;

/** `operations`: those that requests are about, by the names under which they are called. */
export const changeRequestOperations = (operations: Readonly<Record<string, Operation>>) => ({
  create: writing(create),
  list: reading(async (db, filter: ChangeRequestFilter, page: PageRequest): Promise<Page<ChangeRequest>> => {
    const { projectId, status = null, environmentId = null, entityId = null } = filter;
    const asked = { projectId, status, environmentId, entityId, cursor: cursorOf(page), limit: page.limit + 1 };
    const { rows, nextCursor } = pageOf(await db.all(LIST_REQUESTS, asked), page);
    const shown: ChangeRequest[] = [];
    for (const row of rows) shown.push(await show(db, row));
    return { rows: shown, nextCursor };
  }),
  find: reading(async (db, projectId: string, id: string): Promise<ChangeRequest | undefined> => {
    const row = await db.one(FIND_REQUEST, { projectId, id });
    return row && (await show(db, row));
  }),
  approve: writing((db, projectId: string, id: string, actor: Actor, comment?: string) =>
    decide(db, projectId, id, 'approved', actor, comment, async (request) => {
      refuseAuthor(request, actor, 'approve');
      await apply(db, operations, request, actor);
    }),
  ),
  reject: writing((db, projectId: string, id: string, actor: Actor, comment?: string) =>
    decide(db, projectId, id, 'rejected', actor, comment, async (request) => refuseAuthor(request, actor, 'reject')),
  ),
  withdraw: writing((db, projectId: string, id: string, actor: Actor, comment?: string) =>
    decide(db, projectId, id, 'withdrawn', actor, comment, async (request) => {
      if (!isAuthor(request, actor)) throw new NotPermitted('Only its author can withdraw a change request.');
    }),
  ),
});

async function create(db: Db, draft: ChangeRequestDraft): Promise<ChangeRequest> {
  const { projectId } = draft;
  if (((await db.one(COUNT_PENDING, { projectId }))?.pending ?? 0) >= MAX_PENDING) {
    const message = `A project can have at most ${MAX_PENDING} pending change requests. Approve, reject or withdraw some first.`;
    throw new WrongState('TOO_MANY_CHANGE_REQUESTS', message);
  }
  const createdAtMs = await nextMoment(db, projectId);
  const row: ChangeRequestRow = {
    ...draft,
    comment: draft.comment && storeText(draft.comment),
    args: storableArgs(draft.args),
    id: uuidv7(),
    status: 'pending',
    decidedBy: null,
    decisionComment: null,
    decidedAtMs: null,
    createdAtMs,
  };
  await db.run(INSERT_REQUEST, { ...row, entityId: draft.changes[0].entityId });
  await log(db, draft.author, 'requested', null, row, createdAtMs, draft.comment ?? undefined);
  return await show(db, row);
}

/** JSON has no `undefined`: an argument that was left out at the end stays left out. */
function storableArgs(args: readonly unknown[]): readonly unknown[] {
  const kept = [...args];
  while (kept.length > 0 && kept.at(-1) === undefined) kept.pop();
  return kept;
}

async function decide(
  db: Db,
  projectId: string,
  id: string,
  status: RequestStatus,
  actor: Actor,
  comment: string | undefined,
  act: (request: ChangeRequestRow) => Promise<void>,
): Promise<ChangeRequest | undefined> {
  const request = await db.one(FIND_REQUEST, { projectId, id });
  if (request === undefined) return undefined;
  if (request.status !== 'pending') {
    throw new WrongState('CHANGE_REQUEST_CLOSED', `The change request was already ${request.status}.`);
  }
  await act(request);
  const decidedAtMs = await nextMoment(db, request.projectId);
  const said = comment?.trim() ? storeText(comment.trim()) : null;
  const decided = { ...request, status, decidedBy: actor, decisionComment: said, decidedAtMs };
  await db.run(DECIDE_REQUEST, decided);
  await log(db, actor, status, request, decided, decidedAtMs, comment);
  return await show(db, decided);
}

async function apply(
  db: Db,
  operations: Readonly<Record<string, Operation>>,
  request: ChangeRequestRow,
  approver: Actor,
): Promise<void> {
  if (await isOutdated(db, request)) {
    throw outdated(`"${request.changes[0].entityKey}" was changed since the request was made.`);
  }
  const write = operations[request.operation]?.write;
  if (write === undefined) throw outdated('This version of the server no longer supports the change.');
  const approved = `Approved by ${approver.name}`;
  try {
    const { changes } = await recordingChanges(db, () => write(db, ...(request.args as never[])), approved);
    if (!isSameDifference(request.changes, requestedChanges(changes))) {
      throw outdated('Something that the change depends on was changed since the request was made.');
    }
  } catch (error) {
    const isRefused = error instanceof Unacceptable || error instanceof Taken || error instanceof WrongState;
    const isSaid = error instanceof WrongState && error.reason === OUTDATED;
    throw isRefused && !isSaid ? outdated(`The change is no longer possible: ${error.message}`) : error;
  }
}

const OUTDATED = 'CHANGE_REQUEST_OUTDATED';
const outdated = (why: string): WrongState =>
  new WrongState(OUTDATED, `The change request is out of date. ${why} Make the change again.`);

async function isOutdated(db: Db, { projectId, changes, baseMs }: ChangeRequestRow): Promise<boolean> {
  for (const { entityType, entityId, environmentId } of changes) {
    const later = await db.one(CHANGED_SINCE, { projectId, entityType, entityId, environmentId, baseMs });
    if (later !== undefined) return true;
  }
  return false;
}

async function show(db: Db, row: ChangeRequestRow): Promise<ChangeRequest> {
  return { ...row, isOutdated: row.status === 'pending' && (await isOutdated(db, row)) };
}

const isAuthor = ({ author }: ChangeRequestRow, actor: Actor): boolean =>
  author.kind === actor.kind && author.id === actor.id;

function refuseAuthor(request: ChangeRequestRow, actor: Actor, verb: string): void {
  if (isAuthor(request, actor)) throw new NotPermitted(`You can't ${verb} your own change request.`);
}

async function log(
  db: Db,
  actor: Actor,
  action: string,
  before: ChangeRequestRow | null,
  after: ChangeRequestRow,
  atMs: number,
  comment: string | undefined,
): Promise<void> {
  const { environmentId } = after;
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'change_request',
    entityId: after.id,
    entityKey: after.changes[0].entityKey,
    ...(environmentId === null ? {} : { environmentId }),
    action,
    before: before && changeRequestState(before),
    after: changeRequestState(after),
    comment,
    touches: [],
    atMs,
  });
}
