import { NEEDS_WRITE, reading, writingIfNeeded } from '../../control/operation.ts';
import type { PageRequest } from '../../control/page.ts';
import type { KnownDevices } from '../../control/sqlite/known-devices.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { lastErasedRevision } from '../privacy/erased-subjects.ts';
import { findProfile, hasLinkSince, insertDevice, storableFacts, updateDevice, upsertLink } from './device-rows.ts';
import type {
  Device,
  DeviceFilter,
  DeviceProfile,
  DeviceRegistration,
  Identification,
  Identified,
} from './device-store.ts';
import { listDevices } from './list-devices.ts';
import { mergeAttributes } from './merge-attributes.ts';
import { mergeFacts } from './merge-facts.ts';
import { findUser, saveUser } from './user-rows.ts';

/** "Last seen" is true to a minute, so that a device that calls all the time does not cost a write each time. */
const LAST_SEEN_STEP_MS = 60_000;

/** `known` learns of every device before it is committed: a moment too early is harmless. */
export function deviceOperations(sql: Sql, known?: KnownDevices) {
  return {
    'devices.find': reading((environmentId: string, deviceId: string) => findProfile(sql, environmentId, deviceId)),
    'devices.register': writingIfNeeded((mayWrite, registration: DeviceRegistration) => {
      known?.add(registration.environmentId, registration.deviceId);
      return register(sql, mayWrite, registration);
    }),
    'devices.list': reading((filter: DeviceFilter, page: PageRequest) => listDevices(sql, filter, page)),
    'devices.identify': writingIfNeeded((mayWrite, identification: Identification) =>
      identify(sql, mayWrite, identification),
    ),
  };
}

function register(
  sql: Sql,
  mayWrite: boolean,
  { environmentId, deviceId, anonymousId, newAnonymousId, facts, atMs }: DeviceRegistration,
): { readonly profile: DeviceProfile; readonly isNew: boolean } | typeof NEEDS_WRITE {
  const sent = storableFacts(facts);
  const known = findProfile(sql, environmentId, deviceId);
  if (known === undefined) {
    if (!mayWrite) return NEEDS_WRITE;
    const device: Device = {
      environmentId,
      deviceId,
      anonymousId: anonymousId ?? newAnonymousId,
      facts: sent,
      userId: null,
      revision: lastErasedRevision(sql, environmentId, 'device', deviceId) + 1,
      firstSeenAtMs: atMs,
      lastSeenAtMs: atMs,
    };
    insertDevice(sql, device);
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
  updateDevice(sql, profile);
  return { profile, isNew: false };
}

function identify(
  sql: Sql,
  mayWrite: boolean,
  { environmentId, deviceId, userId, attributes, atMs }: Identification,
): Identified | undefined | typeof NEEDS_WRITE {
  const device = findProfile(sql, environmentId, deviceId);
  if (device === undefined) return undefined;
  const user = findUser(sql, environmentId, userId);
  const merged = mergeAttributes(user?.attributes ?? {}, attributes);
  const isBound = device.userId === userId;
  const isUserChanged = user?.isStored !== true || merged.isChanged;
  const isLinked = hasLinkSince(sql, environmentId, device.anonymousId, userId, atMs);
  const isDeviceChanged = !isBound || isSeenAnew(device, atMs);
  if (!mayWrite && (isUserChanged || !isLinked || isDeviceChanged)) return NEEDS_WRITE;

  // A user who comes again after an erasure goes on behind the last revision, also without attributes.
  const floor = user?.isStored === true ? user.ownRevision : lastErasedRevision(sql, environmentId, 'user', userId);
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
    saveUser(sql, environmentId, userId, { attributes: merged.attributes, ownRevision }, atMs);
  }
  if (!isLinked) upsertLink(sql, environmentId, device.anonymousId, userId, atMs);
  if (isDeviceChanged) updateDevice(sql, profile);
  return { profile, status: isBound ? 'unchanged' : device.userId === null ? 'linked' : 'switched' };
}

function isSeenAnew(device: Device, atMs: number): boolean {
  return atMs - device.lastSeenAtMs >= LAST_SEEN_STEP_MS;
}
