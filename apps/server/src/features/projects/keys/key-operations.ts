import { uuidv7 } from 'uuidv7';
import { type Actor, operatorActor } from '../../../control/actor.ts';
import type { EntityState } from '../../../control/change.ts';
import { Taken, Unacceptable } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { cursorOf, pageOf } from '../../../control/page-of.ts';
import { nextMoment, recordChange } from '../../../control/record-change.ts';
import type { Db } from '../../../control/sql/db.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import {
  FIND_HASH,
  FIND_KEY,
  FIND_PLACE,
  INSERT_KEY,
  LIST_KEYS,
  NOTE_USE,
  REVOKE_KEY,
  WITHDRAW_INVITATIONS,
} from './key-statements.ts';
import type { NewKey, StoredKey } from './key-store.ts';

export const keyOperations = {
  create: writing((db, key: NewKey, actor: Actor = operatorActor) => insertKey(db, key, actor)),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<StoredKey>> => {
    const asked = { projectId, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_KEYS, asked), page);
  }),
  revoke: writing(async (db, projectId: string, keyId: string, actor: Actor = operatorActor): Promise<boolean> => {
    const key = await db.one(FIND_KEY, { projectId, keyId });
    if (key === undefined) return false;
    if (key.revokedAtMs !== null) return true;
    const revoked = { ...key, revokedAtMs: await nextMoment(db, key.projectId) };
    await db.run(REVOKE_KEY, revoked);
    await db.run(WITHDRAW_INVITATIONS, key);
    await record(db, actor, 'revoked', key, revoked, revoked.revokedAtMs);
    return true;
  }),
  noteUse: writing(
    async (db, uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void> => {
      for (const use of uses) await db.run(NOTE_USE, use);
    },
  ),
};

export async function insertKey(db: Db, key: NewKey, actor: Actor): Promise<StoredKey> {
  const { projectId, environmentId, kind, scope = 'project', hash, hint, text } = key;
  const environment = await db.one(FIND_PLACE, { environmentId, projectId });
  if (environment === undefined) {
    throw new Unacceptable('environment_id', 'Environment not found.');
  }
  if ((await db.one(FIND_HASH, { hash })) !== undefined) {
    throw new Taken('KEY_EXISTS', 'This key is already in use.');
  }
  const row = {
    id: uuidv7(),
    projectId: projectId.toLowerCase(),
    environmentId: environmentId.toLowerCase(),
    environmentSlug: environment.slug,
    kind,
    scope,
    name: storeText(key.name),
    hint,
    text,
    createdAtMs: await nextMoment(db, projectId.toLowerCase()),
    lastUsedAtMs: null,
    revokedAtMs: null,
  };
  await db.run(INSERT_KEY, { ...row, hash });
  await record(db, actor, 'created', null, row, row.createdAtMs);
  return row;
}

async function record(
  db: Db,
  actor: Actor,
  action: string,
  before: StoredKey | null,
  after: StoredKey,
  atMs: number,
): Promise<void> {
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'api_key',
    entityId: after.id,
    entityKey: after.name,
    environmentId: after.environmentId,
    action,
    before: before && keyState(before),
    after: keyState(after),
    touches: [],
    atMs,
  });
}

/** Never the hash. Nor the last use, which is nobody's change. */
function keyState({ id, environmentId, kind, scope, name, hint, createdAtMs, revokedAtMs }: StoredKey): EntityState {
  return {
    id,
    environment_id: environmentId,
    kind,
    ...(kind === 'secret' ? { scope } : {}),
    name,
    hint,
    created_at: new Date(createdAtMs).toISOString(),
    revoked_at: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
  };
}
