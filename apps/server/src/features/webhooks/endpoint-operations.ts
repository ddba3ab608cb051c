import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { removeTargetFromDigests } from '../digests/pause-digests.ts';
import {
  COUNT_ENDPOINTS,
  DELETE_ENDPOINT,
  FIND_ENDPOINT,
  INSERT_ENDPOINT,
  LIST_ENDPOINTS,
  LISTENING,
  SAVE_ENDPOINT,
} from './endpoint-statements.ts';
import { recordEndpoint } from './record-endpoint.ts';
import type { Endpoint, EndpointPatch, ListedEndpoint, NewEndpoint, WebhookStore } from './webhook-store.ts';

const MAX_ENDPOINTS = 20;

export const endpointOperations = {
  create: writing(create),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<ListedEndpoint>> => {
    const asked = { projectId, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_ENDPOINTS, asked), page);
  }),
  find: reading((db, projectId: string, id: string) => db.one(FIND_ENDPOINT, { projectId, id })),
  update: writing((db, projectId: string, id: string, patch: EndpointPatch, actor: Actor) =>
    change(db, projectId, id, { actor, action: 'updated' }, (before) => patched(before, patch)),
  ),
  remove: writing(async (db, projectId: string, id: string, actor: Actor): Promise<boolean> => {
    const endpoint = await db.one(FIND_ENDPOINT, { projectId, id });
    if (endpoint === undefined) return false;
    await db.run(DELETE_ENDPOINT, endpoint);
    await removeTargetFromDigests(db, endpoint.projectId, endpoint.id, actor);
    await recordEndpoint(db, actor, 'deleted', endpoint, null, await nextMoment(db, endpoint.projectId));
    return true;
  }),
  rotate: writing(
    (
      db,
      projectId: string,
      id: string,
      { secret, untilMs }: { readonly secret: string; readonly untilMs: number },
      actor: Actor,
    ) =>
      change(db, projectId, id, { actor, action: 'secret_rotated' }, (before) => ({
        ...before,
        secret,
        oldSecret: before.secret,
        oldSecretUntilMs: untilMs,
      })),
  ),
  listening: reading((db, type: Parameters<WebhookStore['listening']>[0]) => db.all(LISTENING, { type })),
};

async function create(db: Db, sent: NewEndpoint, actor: Actor): Promise<Endpoint> {
  const projectId = sent.projectId.toLowerCase();
  if (((await db.one(COUNT_ENDPOINTS, { projectId }))?.endpoints ?? 0) >= MAX_ENDPOINTS) {
    throw new WrongState(
      'TOO_MANY_WEBHOOKS',
      `A project can have at most ${MAX_ENDPOINTS} webhooks. Delete one first.`,
    );
  }
  const atMs = await nextMoment(db, projectId);
  const endpoint: Endpoint = {
    ...sent,
    projectId,
    id: uuidv7(),
    name: storeText(sent.name),
    oldSecret: null,
    oldSecretUntilMs: null,
    status: 'active',
    retryAtMs: 0,
    failingSinceMs: null,
    givenUp: 0,
    dropped: 0,
    lastError: null,
    lastDeliveredAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
  await db.run(INSERT_ENDPOINT, endpoint);
  await recordEndpoint(db, actor, 'created', null, endpoint, atMs);
  return endpoint;
}

async function change(
  db: Db,
  projectId: string,
  id: string,
  { actor, action }: { readonly actor: Actor; readonly action: string },
  edit: (before: Endpoint) => Endpoint,
): Promise<ListedEndpoint | undefined> {
  const before = await db.one(FIND_ENDPOINT, { projectId, id });
  if (before === undefined) return undefined;
  const updatedAtMs = await nextMoment(db, before.projectId);
  const after = { ...edit(before), updatedAtMs };
  await db.run(SAVE_ENDPOINT, after);
  await recordEndpoint(db, actor, action, before, after, updatedAtMs);
  return { ...after, pending: before.pending };
}

/** Whoever enables an endpoint, or gives it another target, wants it to be tried at once. */
function patched(before: Endpoint, patch: EndpointPatch): Endpoint {
  const { isEnabled, name, ...more } = patch;
  const isMoved = patch.target !== undefined && patch.target !== before.target;
  const isResumed = isEnabled === true && before.status !== 'active';
  const status = isEnabled === false ? 'disabled' : isResumed ? 'active' : before.status;
  return {
    ...before,
    ...more,
    ...(name === undefined ? {} : { name: storeText(name) }),
    status,
    ...(isMoved || isResumed ? { retryAtMs: 0, failingSinceMs: null, givenUp: 0 } : {}),
  };
}
