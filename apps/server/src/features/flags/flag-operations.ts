import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import type { Change } from '../../control/change.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { memberName, memberOfProject } from '../../control/member-name-statements.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { flagHistory } from '../changes/change-statements.ts';
import { requireProject, timezoneOf } from '../projects/require-project.ts';
import { checkExpiry } from './expiry/check-expiry.ts';
import {
  type FlagCore,
  findFlag,
  hasFlagKey,
  lastSeenAt,
  listFlags,
  noteSighting,
  saveFlag,
  storableFlag,
} from './flag-statements.ts';
import type { Flag, FlagFilter, FlagPatch, FlagSighting, NewFlag } from './flag-store.ts';
import { checkFlagValue, defaultValueOf } from './flag-value.ts';
import { patchFlag } from './patch-flag.ts';
import { checkPrerequisites } from './prerequisites/check-prerequisites.ts';
import { neededFlags } from './prerequisites/prerequisite-statements.ts';
import { recordFlag } from './record-flag.ts';
import { staleReason } from './stale-reason.ts';
import { targetingsOf } from './targeting-statements.ts';

export const flagOperations = {
  create: writing(
    async (db, flag: NewFlag, actor: Actor): Promise<Flag> => await showFlag(db, await create(db, flag, actor)),
  ),
  list: reading(async (db, filter: FlagFilter, page: PageRequest): Promise<Page<Flag>> => {
    const { rows, nextCursor } = pageOf(await listFlags(db, filter, page), page);
    const shown: Flag[] = [];
    const timezone = await timezoneOf(db, filter.projectId);
    for (const flag of rows) shown.push(await showFlag(db, flag, timezone));
    return { rows: shown, nextCursor };
  }),
  find: reading(async (db, projectId: string, idOrKey: string): Promise<Flag | undefined> => {
    const flag = await findFlag(db, projectId, idOrKey);
    return flag && (await showFlag(db, flag));
  }),
  update: writing(
    async (
      db,
      projectId: string,
      idOrKey: string,
      patch: FlagPatch,
      actor: Actor,
      comment?: string,
    ): Promise<Flag | undefined> => {
      const flag = await findFlag(db, projectId, idOrKey);
      return flag && (await showFlag(db, await update(db, flag, patch, actor, comment)));
    },
  ),
  history: reading(
    async (db, projectId: string, idOrKey: string, page: PageRequest): Promise<Page<Change> | undefined> => {
      const flag = await findFlag(db, projectId, idOrKey);
      return flag && (await flagHistory(db, flag.projectId, flag.id, page));
    },
  ),
  noteSightings: writing(async (db, sightings: readonly FlagSighting[]): Promise<void> => {
    for (const sighting of sightings) await noteSighting(db, sighting);
  }),
};

/** With what is found out when it is shown. */
async function showFlag(db: Db, { ownerId, ...flag }: FlagCore, zone?: string): Promise<Flag> {
  const lastSeenAtMs = await lastSeenAt(db, flag.id);
  const owner = await memberName(db, ownerId);
  const timezone = zone ?? (await timezoneOf(db, flag.projectId));
  return {
    ...flag,
    owner,
    lastSeenAtMs,
    stale: staleReason(flag, await targetingsOf(db, flag.id), lastSeenAtMs, Date.now(), timezone),
  };
}

async function create(db: Db, sent: NewFlag, actor: Actor): Promise<FlagCore> {
  const projectId = sent.projectId.toLowerCase();
  await requireProject(db, projectId);
  if (await hasFlagKey(db, projectId, sent.key)) {
    throw new Taken('FLAG_KEY_EXISTS', `A flag with the key "${sent.key}" already exists.`);
  }
  const { valueType = 'boolean' } = sent;
  const defaultValue = sent.defaultValue === undefined ? defaultValueOf(valueType) : sent.defaultValue;
  checkFlagValue(defaultValue, valueType, 'default_value');
  const atMs = await nextMoment(db, projectId);
  const flag = storableFlag({
    id: uuidv7(),
    projectId,
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    valueType,
    defaultValue,
    platforms: [...new Set(sent.platforms)],
    tags: [...new Set(sent.tags ?? [])],
    kind: sent.kind ?? 'release',
    status: 'active',
    ownerId: await ownerOf(db, projectId, sent.owner ?? null),
    prerequisites: sent.prerequisites ?? [],
    expiresOn: checkExpiry(sent.expiresOn ?? null),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  await checkNeeds(db, null, flag);
  await saveFlag(db, flag);
  await recordFlag(db, actor, 'created', { before: null, after: flag });
  return flag;
}

async function update(
  db: Db,
  flag: FlagCore,
  patch: FlagPatch,
  actor: Actor,
  comment: string | undefined,
): Promise<FlagCore> {
  const ownerId = patch.owner === undefined ? flag.ownerId : await ownerOf(db, flag.projectId, patch.owner);
  const patched = storableFlag({ ...patchFlag(flag, patch), ownerId });
  if (isDeepStrictEqual(patched, flag)) return flag;
  checkExpiry(patched.expiresOn);
  await checkNeeds(db, flag, patched);
  const changed = { ...patched, updatedAtMs: await nextMoment(db, flag.projectId) };
  await saveFlag(db, changed);
  const isArchiving = changed.status === 'archived' && flag.status !== 'archived';
  const logged = { before: flag, after: changed, ...(comment === undefined ? {} : { comment }) };
  await recordFlag(db, actor, isArchiving ? 'archived' : 'updated', logged);
  return changed;
}

/** What the flag needs is there and stays acyclic; what others need is not archived. */
async function checkNeeds(db: Db, before: FlagCore | null, after: FlagCore): Promise<void> {
  const isArchived = after.status === 'archived';
  const isSame = isDeepStrictEqual(before?.prerequisites, after.prerequisites) && before?.status === after.status;
  if (isSame || (after.prerequisites.length === 0 && !isArchived)) return;
  const flags = await neededFlags(db, after.projectId);
  if (!isArchived) {
    checkPrerequisites(after.key, after.prerequisites, flags);
    return;
  }
  const needing = [...flags.values()].filter(
    (other) => !other.isArchived && other.prerequisites.some(({ flag }) => flag === after.key),
  );
  if (needing.length === 0) return;
  const names = needing.map(({ key }) => `"${key}"`).join(', ');
  const message = `"${after.key}" is a prerequisite of ${names}. Remove it there first.`;
  throw new WrongState('FLAG_IS_PREREQUISITE', message);
}

async function ownerOf(db: Db, projectId: string, idOrEmail: string | null): Promise<string | null> {
  if (idOrEmail === null) return null;
  const member = await memberOfProject(db, projectId, idOrEmail);
  if (member === undefined) throw new Unacceptable('owner', 'owner is not a member of this project.');
  return member.id;
}
