import { uuidv7 } from 'uuidv7';
import { storeText } from '../engines/sqlite/stored-text.ts';
import type { Actor } from './actor.ts';
import { ENVIRONMENTS, INSERT_CHANGE, KEEP_VERSION, LAST_CHANGE, MOVE_VERSION } from './change-log-statements.ts';
import { recorderOf } from './change-recorder.ts';
import type { Mutation } from './mutation.ts';
import { emitNotice } from './notices/emit-notice.ts';
import { noticesOfChange } from './notices/notices-of-change.ts';
import type { Db } from './sql/db.ts';

/**
 * When a change that is made now happens: later than every other of the project, whatever the clock does, so that
 * "the state at a moment" has one meaning.
 */
export async function nextMoment(db: Db, projectId: string | null): Promise<number> {
  const last = (await db.one(LAST_CHANGE, { projectId: projectId ?? '' }))?.last ?? 0;
  return Math.max(Date.now(), last + 1);
}

/** Logs a change, moves the versions of what it touches and queues its notices, in the transaction that makes it. */
export async function recordChange(db: Db, actor: Actor, mutation: Mutation): Promise<void> {
  const {
    projectId,
    environmentId,
    entityType,
    entityId,
    action,
    before,
    after,
    touches,
    comment = '',
    atMs,
  } = mutation;
  let configVersion: number | null = null;
  for (const touched of touches) {
    const version = (await db.one(MOVE_VERSION, { environmentId: touched }))?.version;
    if (version === undefined) throw new Error(`A change touches the environment ${touched}, which does not exist.`);
    await db.run(KEEP_VERSION, { environmentId: touched, atMs, version });
    if (touched === environmentId) configVersion = version;
  }
  const recorder = recorderOf(db);
  recorder?.changes.push({ ...mutation, actor, configVersion });
  const said = [recorder?.note ?? '', comment.trim()].filter((part) => part !== '').join(': ');
  const entry = {
    id: uuidv7(),
    entityType,
    entityId,
    entityKey: storeText(mutation.entityKey),
    action,
    actor,
    before,
    after,
    comment: said === '' ? null : storeText(said),
    atMs,
  };
  const place = { projectId: projectId ?? '', environmentId: environmentId ?? null, configVersion };
  await db.run(INSERT_CHANGE, Object.assign(place, entry));
  for (const notice of noticesOfChange({ projectId, environmentId, ...entry })) await emitNotice(db, notice);
}

export async function environmentIdsOf(db: Db, projectId: string): Promise<string[]> {
  return (await db.all(ENVIRONMENTS, { projectId })).map(({ id }) => id);
}
