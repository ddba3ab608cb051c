import { uuidv7 } from 'uuidv7';
import { NEEDS_WRITE, reading, readingOne, writingIfNeeded } from '../../control/operation.ts';
import type { Db } from '../../control/sql/db.ts';
import { lastErasedRevision } from '../privacy/erased-subjects-statements.ts';
import { listDevices } from './device-list-statements.ts';
import {
  findProfile,
  hasLinkSince,
  insertDevice,
  storableFacts,
  updateDevice,
  upsertLink,
} from './device-statements.ts';
import type { Device, DeviceProfile, DeviceRegistration, Identification, Identified } from './device-store.ts';
import { mergeAttributes } from './merge-attributes.ts';
import { mergeFacts } from './merge-facts.ts';
import { findUser, saveUser } from './user-statements.ts';

/** "Last seen" is true to a minute, so that a device that calls all the time does not cost a write each time. */
const LAST_SEEN_STEP_MS = 60_000;

export const deviceOperations = {
  find: readingOne(findProfile),
  register: { ...writingIfNeeded(register, 'snapshot'), isReadSingle: true },
  list: reading(listDevices),
  identify: writingIfNeeded(identify, 'snapshot'),
};

async function register(
  db: Db,
  mayWrite: boolean,
  { environmentId, deviceId, anonymousId, newAnonymousId, facts, expectsChange, atMs }: DeviceRegistration,
): Promise<{ readonly profile: DeviceProfile; readonly isNew: boolean } | typeof NEEDS_WRITE> {
  if (expectsChange && !mayWrite) return NEEDS_WRITE;
  const sent = storableFacts(facts);
  const known = await findProfile(db, environmentId, deviceId);
  if (known === undefined) {
    if (!mayWrite) return NEEDS_WRITE;
    const device: Device = {
      environmentId,
      deviceId,
      anonymousId: anonymousId ?? newAnonymousId,
      facts: sent,
      userId: null,
      revision: (await lastErasedRevision(db, environmentId, 'device', deviceId)) + 1,
      firstSeenAtMs: atMs,
      lastSeenAtMs: atMs,
    };
    await insertDevice(db, uuidv7(), device);
    return { profile: { ...device, userAttributes: {}, userGroups: [], userRevision: 0 }, isNew: true };
  }
  const merged = mergeFacts(known.facts, sent);
  // Rules can look at the anonymous id, so it counts among the facts.
  const isChanged = merged.isChanged || (anonymousId !== undefined && anonymousId !== known.anonymousId);
  if (!isChanged && !isSeenAnew(known, atMs)) return { profile: known, isNew: false };
  if (!mayWrite) return NEEDS_WRITE;
  const profile = {
    ...known,
    anonymousId: anonymousId ?? known.anonymousId,
    facts: merged.facts,
    revision: known.revision + (isChanged ? 1 : 0),
    lastSeenAtMs: Math.max(known.lastSeenAtMs, atMs),
  };
  await updateDevice(db, profile);
  return { profile, isNew: false };
}

async function identify(
  db: Db,
  mayWrite: boolean,
  { environmentId, deviceId, userId, attributes, expectsChange, atMs }: Identification,
): Promise<Identified | undefined | typeof NEEDS_WRITE> {
  if (expectsChange && !mayWrite) return NEEDS_WRITE;
  const device = await findProfile(db, environmentId, deviceId);
  if (device === undefined) return undefined;
  const user = await findUser(db, environmentId, userId);
  const merged = mergeAttributes(user?.attributes ?? {}, attributes);
  const isBound = device.userId === userId;
  const isUserChanged = user?.isStored !== true || merged.isChanged;
  const isLinked = await hasLinkSince(db, environmentId, device.anonymousId, userId, atMs);
  const isDeviceChanged = !isBound || isSeenAnew(device, atMs);
  if (!mayWrite && (isUserChanged || !isLinked || isDeviceChanged)) return NEEDS_WRITE;

  // A user who comes again after an erasure goes on behind the last revision, also without attributes.
  const floor =
    user?.isStored === true ? user.ownRevision : await lastErasedRevision(db, environmentId, 'user', userId);
  const ownRevision = floor + (merged.isChanged ? 1 : 0);
  const profile: DeviceProfile = {
    ...device,
    userId,
    revision: device.revision + (isBound ? 0 : 1),
    lastSeenAtMs: isDeviceChanged ? Math.max(device.lastSeenAtMs, atMs) : device.lastSeenAtMs,
    userAttributes: merged.attributes,
    userGroups: user?.groups ?? [],
    userRevision: ownRevision + (user === undefined ? 0 : user.revision - user.ownRevision),
  };
  if (isUserChanged) {
    await saveUser(db, environmentId, userId, { attributes: merged.attributes, ownRevision }, atMs);
  }
  if (!isLinked) await upsertLink(db, environmentId, device.anonymousId, userId, atMs);
  if (isDeviceChanged) await updateDevice(db, profile);
  return { profile, status: isBound ? 'unchanged' : device.userId === null ? 'linked' : 'switched' };
}

function isSeenAnew(device: Device, atMs: number): boolean {
  return atMs - device.lastSeenAtMs >= LAST_SEEN_STEP_MS;
}
