import type { Actor } from '../../control/actor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import { eraseFromCohorts } from '../cohorts/cohort-member-statements.ts';
import { redactCrashGroups } from '../crashes/redact-crash-groups.ts';
import { findUser } from '../devices/user-statements.ts';
import { noteErased } from './erased-subjects-statements.ts';
import {
  DELETE_LINKS,
  DELETE_USER,
  DEVICES_OF_USER,
  FIND_DEVICE,
  forgetDevice,
  KNOWN_ELSEWHERE,
  LINKS_OF_USER,
  UNSEEN_DEVICES,
} from './privacy-statements.ts';
import type { ControlErasure, KnownIds } from './privacy-store.ts';
import { countExperimentsNaming, countRulesNaming, eraseFromChanges, eraseMemberships } from './user-traces.ts';

const nothing: ControlErasure['counts'] = {
  users: 0,
  devices: 0,
  links: 0,
  groupMembers: 0,
  changes: 0,
  rulesNamingTheUser: 0,
  experimentsNamingTheUser: 0,
};

export const privacyOperations = {
  idsOfUser: reading(idsOfUser),
  idsOfDevice: reading(async (db, environmentId: string, deviceId: string): Promise<KnownIds | undefined> => {
    const device = await db.one(FIND_DEVICE, { environmentId, deviceId });
    return device && { deviceIds: [deviceId], anonymousIds: [device.anonymousId] };
  }),
  eraseUser: writing(eraseUser),
  eraseDevice: writing(async (db, { environmentId }: Scope, deviceId: string): Promise<ControlErasure> => {
    const device = await db.one(FIND_DEVICE, { environmentId, deviceId });
    if (device !== undefined) await forgetDevice(db, environmentId, device);
    const counts = { ...nothing, devices: device === undefined ? 0 : 1 };
    return { deviceIds: device === undefined ? [] : [deviceId], groupKeys: [], counts };
  }),
  forgetUnseen: writing(async (db, environmentId: string, beforeMs: number, limit: number): Promise<string[]> => {
    const unseen = await db.all(UNSEEN_DEVICES, { environmentId, beforeMs, limit });
    for (const device of unseen) await forgetDevice(db, environmentId, device);
    return unseen.map(({ deviceId }) => deviceId);
  }),
  redactCrashGroups: writing(redactCrashGroups),
  scrub: reading((db) => db.scrub()),
};

async function idsOfUser(db: Db, { environmentId }: Scope, userId: string): Promise<KnownIds | undefined> {
  const devices = await db.all(DEVICES_OF_USER, { environmentId, userId });
  const linked = await db.all(LINKS_OF_USER, { environmentId, userId });
  if (devices.length + linked.length === 0 && (await findUser(db, environmentId, userId)) === undefined) {
    return undefined;
  }
  const anonymousIds = new Set([...devices, ...linked].map(({ anonymousId }) => anonymousId));
  return { deviceIds: devices.map(({ deviceId }) => deviceId), anonymousIds: [...anonymousIds] };
}

async function eraseUser(
  db: Db,
  { projectId, environmentId }: Scope,
  userId: string,
  actor: Actor,
): Promise<ControlErasure> {
  const user = await findUser(db, environmentId, userId);
  const devices = await db.all(DEVICES_OF_USER, { environmentId, userId });
  for (const device of devices) await forgetDevice(db, environmentId, device);
  const links = await db.run(DELETE_LINKS, { environmentId, userId });
  const users = await db.run(DELETE_USER, { environmentId, userId });
  if (user !== undefined) await noteErased(db, environmentId, 'user', userId, user.revision);
  await eraseFromCohorts(db, environmentId, userId);
  const isLast = (await db.one(KNOWN_ELSEWHERE, { projectId, environmentId, userId })) === undefined;
  const groupKeys = isLast ? await eraseMemberships(db, projectId, userId, actor) : [];
  const counts = {
    users,
    devices: devices.length,
    links,
    groupMembers: groupKeys.length,
    changes: isLast ? await eraseFromChanges(db, projectId, userId) : 0,
    rulesNamingTheUser: await countRulesNaming(db, environmentId, userId),
    experimentsNamingTheUser: await countExperimentsNaming(db, environmentId, userId),
  };
  return { deviceIds: devices.map(({ deviceId }) => deviceId), groupKeys, counts };
}
