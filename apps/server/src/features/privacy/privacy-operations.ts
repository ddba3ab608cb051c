import type { Actor } from '../../control/actor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { readId, storeId } from '../../engines/sqlite/stored-text.ts';
import { redactCrashGroups } from '../crashes/redact-crash-groups.ts';
import { findUser } from '../devices/user-rows.ts';
import { noteErased } from './erased-subjects.ts';
import type { ControlErasure, KnownIds } from './privacy-store.ts';
import { countRulesNaming, eraseFromChanges, eraseMemberships } from './user-traces.ts';

interface DeviceRow {
  readonly deviceId: string;
  readonly anonymousId: string;
  readonly revision: number;
}

const DEVICE = 'SELECT device_id AS deviceId, anonymous_id AS anonymousId, revision FROM devices';
const LINKED = 'SELECT anonymous_id AS anonymousId FROM links WHERE environment_id = ? AND user_id = ?';
const KNOWN_ELSEWHERE = `SELECT 1 FROM environments e JOIN users u ON u.environment_id = e.id
  WHERE e.project_id = ? AND e.id <> ? AND u.user_id = ?`;
const UNSEEN = `${DEVICE} WHERE environment_id = ? AND last_seen_at < ? ORDER BY last_seen_at LIMIT ?`;
const nothing: ControlErasure['counts'] = {
  users: 0,
  devices: 0,
  links: 0,
  groupMembers: 0,
  changes: 0,
  rulesNamingTheUser: 0,
};

export function privacyOperations(sql: Sql) {
  return {
    'privacy.idsOfUser': reading((scope: Scope, userId: string) => idsOfUser(sql, scope, userId)),
    'privacy.idsOfDevice': reading((environmentId: string, deviceId: string): KnownIds | undefined => {
      const device = findDevice(sql, environmentId, deviceId);
      return device && { deviceIds: [deviceId], anonymousIds: [readId(device.anonymousId)] };
    }),
    'privacy.eraseUser': writing((scope: Scope, userId: string, actor: Actor) => eraseUser(sql, scope, userId, actor)),
    'privacy.eraseDevice': writing(({ environmentId }: Scope, deviceId: string): ControlErasure => {
      const device = findDevice(sql, environmentId, deviceId);
      if (device !== undefined) forgetDevice(sql, environmentId, device);
      const counts = { ...nothing, devices: device === undefined ? 0 : 1 };
      return { deviceIds: device === undefined ? [] : [deviceId], groupKeys: [], counts };
    }),
    'privacy.forgetUnseen': writing((environmentId: string, beforeMs: number, limit: number): string[] => {
      const unseen = sql.all<DeviceRow>(UNSEEN, environmentId, beforeMs, limit);
      for (const device of unseen) forgetDevice(sql, environmentId, device);
      return unseen.map(({ deviceId }) => readId(deviceId));
    }),
    'privacy.redactCrashGroups': writing((scope: Scope, fingerprints: readonly string[]) =>
      redactCrashGroups(sql, scope, fingerprints),
    ),
    // Outside a transaction: it empties the file that still has what was overwritten in the other one.
    'privacy.scrub': reading((): boolean => sql.one<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0),
  };
}

function idsOfUser(sql: Sql, { environmentId }: Scope, userId: string): KnownIds | undefined {
  const devices = devicesOf(sql, environmentId, userId);
  const linked = sql.all<{ anonymousId: string }>(LINKED, environmentId, storeId(userId));
  if (devices.length + linked.length === 0 && findUser(sql, environmentId, userId) === undefined) return undefined;
  const anonymousIds = new Set([...devices, ...linked].map(({ anonymousId }) => readId(anonymousId)));
  return { deviceIds: devices.map(({ deviceId }) => readId(deviceId)), anonymousIds: [...anonymousIds] };
}

function eraseUser(sql: Sql, { projectId, environmentId }: Scope, userId: string, actor: Actor): ControlErasure {
  const stored = storeId(userId);
  const user = findUser(sql, environmentId, userId);
  const devices = devicesOf(sql, environmentId, userId);
  for (const device of devices) forgetDevice(sql, environmentId, device);
  const links = sql.run('DELETE FROM links WHERE environment_id = ? AND user_id = ?', environmentId, stored);
  const users = sql.run('DELETE FROM users WHERE environment_id = ? AND user_id = ?', environmentId, stored);
  if (user !== undefined) noteErased(sql, environmentId, 'user', userId, user.revision);
  const isLast = sql.one(KNOWN_ELSEWHERE, projectId, environmentId, stored) === undefined;
  const groupKeys = isLast ? eraseMemberships(sql, projectId, userId, actor) : [];
  const counts = {
    users,
    devices: devices.length,
    links,
    groupMembers: groupKeys.length,
    changes: isLast ? eraseFromChanges(sql, projectId, userId) : 0,
    rulesNamingTheUser: countRulesNaming(sql, environmentId, userId),
  };
  return { deviceIds: devices.map(({ deviceId }) => readId(deviceId)), groupKeys, counts };
}

function devicesOf(sql: Sql, environmentId: string, userId: string): DeviceRow[] {
  return sql.all<DeviceRow>(`${DEVICE} WHERE environment_id = ? AND user_id = ?`, environmentId, storeId(userId));
}

function findDevice(sql: Sql, environmentId: string, deviceId: string): DeviceRow | undefined {
  return sql.one<DeviceRow>(`${DEVICE} WHERE environment_id = ? AND device_id = ?`, environmentId, storeId(deviceId));
}

function forgetDevice(sql: Sql, environmentId: string, { deviceId, revision }: DeviceRow): void {
  sql.run('DELETE FROM devices WHERE environment_id = ? AND device_id = ?', environmentId, deviceId);
  noteErased(sql, environmentId, 'device', readId(deviceId), revision);
}
