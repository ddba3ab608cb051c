import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, json, nullable, text, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { OverrideState } from '../experiments/experiment-state.ts';
import { noteErased } from './erased-subjects-statements.ts';

const deviceRow = { deviceId: chosenId, anonymousId: chosenId, revision: integer };
export type ErasableDevice = ValuesOf<typeof deviceRow>;

const DEVICE = 'SELECT device_id AS deviceId, anonymous_id AS anonymousId, revision FROM devices';
const ofUser = { environmentId: text, userId: chosenId };
const ofDevice = { environmentId: text, deviceId: chosenId };

export const FIND_DEVICE = statement({
  sql: `${DEVICE} WHERE environment_id = :environmentId AND device_id = :deviceId`,
  params: ofDevice,
  row: deviceRow,
});
export const DEVICES_OF_USER = statement({
  sql: `${DEVICE} WHERE environment_id = :environmentId AND user_id = :userId ORDER BY device_id`,
  params: ofUser,
  row: deviceRow,
});
export const UNSEEN_DEVICES = statement({
  sql: `${DEVICE} WHERE environment_id = :environmentId AND last_seen_at < :beforeMs ORDER BY last_seen_at LIMIT :limit`,
  params: { environmentId: text, beforeMs: integer, limit: integer },
  row: deviceRow,
});
const DELETE_DEVICE = statement({
  sql: 'DELETE FROM devices WHERE environment_id = :environmentId AND device_id = :deviceId',
  params: ofDevice,
});
export const LINKS_OF_USER = statement({
  sql: `SELECT anonymous_id AS anonymousId FROM links WHERE environment_id = :environmentId AND user_id = :userId
    ORDER BY anonymous_id`,
  params: ofUser,
  row: { anonymousId: chosenId },
});
export const DELETE_LINKS = statement({
  sql: 'DELETE FROM links WHERE environment_id = :environmentId AND user_id = :userId',
  params: ofUser,
});
export const DELETE_USER = statement({
  sql: 'DELETE FROM users WHERE environment_id = :environmentId AND user_id = :userId',
  params: ofUser,
});
export const KNOWN_ELSEWHERE = statement({
  sql: `SELECT 1 FROM environments e JOIN users u ON u.environment_id = e.id
    WHERE e.project_id = :projectId AND e.id <> :environmentId AND u.user_id = :userId`,
  params: { projectId: text, ...ofUser },
});
export const MEMBERSHIPS = statement({
  sql: `SELECT m.id, m.added_at AS addedAtMs, g.id AS groupId, g.key AS groupKey
    FROM group_members m JOIN groups g ON g.id = m.group_id
    WHERE g.project_id = :projectId AND m.user_id = :userId ORDER BY g.key`,
  params: { projectId: text, userId: chosenId },
  row: { id: text, addedAtMs: integer, groupId: text, groupKey: text },
});
export const DELETE_MEMBERSHIP = statement({
  sql: 'DELETE FROM group_members WHERE id = :id',
  params: { id: text },
});
export const DELETE_USER_GROUPS = statement({
  sql: 'DELETE FROM user_groups WHERE project_id = :projectId AND user_id = :userId',
  params: { projectId: text, userId: chosenId },
});
const changeStates = { id: text, before: nullable(text), after: nullable(text) };
/** The id as JSON writes it finds the candidates; which of them name the user is decided on the parsed entry. */
export const CHANGES_MENTIONING = statement({
  sql: `SELECT id, before, after FROM changes WHERE project_id = :projectId AND entity_type = 'group_member'
    AND (strpos(before, :mention) > 0 OR strpos(after, :mention) > 0)`,
  params: { projectId: text, mention: text },
  row: changeStates,
});
export const REWRITE_CHANGE = statement({
  sql: 'UPDATE changes SET before = :before, after = :after WHERE id = :id',
  params: changeStates,
});
export const RULES_MENTIONING = statement({
  sql: `SELECT rules FROM flag_targeting WHERE environment_id = :environmentId AND strpos(rules, :mention) > 0`,
  params: { environmentId: text, mention: text },
  row: { rules: text },
});
export const OVERRIDES_MENTIONING = statement({
  sql: `SELECT overrides FROM experiments WHERE environment_id = :environmentId AND strpos(overrides, :mention) > 0`,
  params: { environmentId: text, mention: text },
  row: { overrides: json<readonly OverrideState[]>() },
});

/** Deletes the device; one that comes again under its id goes on behind its last revision. */
export async function forgetDevice(
  db: Db,
  environmentId: string,
  { deviceId, revision }: ErasableDevice,
): Promise<void> {
  await db.run(DELETE_DEVICE, { environmentId, deviceId });
  await noteErased(db, environmentId, 'device', deviceId, revision);
}
