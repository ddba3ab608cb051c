import type { Actor } from '../../control/actor.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Rule } from '../../edge/targeting-rules.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeId } from '../../engines/sqlite/stored-text.ts';
import { groupMemberState } from '../groups/group-state.ts';
import { ERASED_MARK } from './privacy-store.ts';

interface MembershipRow {
  readonly id: string;
  readonly addedAtMs: number;
  readonly groupId: string;
  readonly groupKey: string;
}

interface ChangeRow {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MEMBERSHIPS = `SELECT m.id, m.added_at AS addedAtMs, g.id AS groupId, g.key AS groupKey
  FROM group_members m JOIN groups g ON g.id = m.group_id WHERE g.project_id = ? AND m.user_id = ? ORDER BY g.key`;
// The id as JSON writes it finds the candidates; which of them name the user is decided on the parsed entry.
const MENTIONING = `SELECT id, before, after FROM changes WHERE project_id = ? AND entity_type = 'group_member'
  AND (instr(before, ?2) > 0 OR instr(after, ?2) > 0)`;

/** Takes the user out of all groups of the project; answers their keys. */
export function eraseMemberships(sql: Sql, projectId: string, userId: string, actor: Actor): string[] {
  const memberships = sql.all<MembershipRow>(MEMBERSHIPS, projectId, storeId(userId));
  for (const { id, addedAtMs, groupId, groupKey } of memberships) {
    sql.run('DELETE FROM group_members WHERE id = ?', id);
    recordChange(sql, actor, {
      projectId,
      entityType: 'group_member',
      entityId: id,
      entityKey: groupKey,
      action: 'erased',
      before: groupMemberState({ id: groupId, key: groupKey }, { id, userId: ERASED_MARK, addedAtMs }),
      after: null,
      touches: [],
      atMs: nextMoment(sql, projectId),
    });
  }
  sql.run('DELETE FROM user_groups WHERE project_id = ? AND user_id = ?', projectId, storeId(userId));
  return memberships.map(({ groupKey }) => groupKey);
}

/** Replaces the id in the log of memberships, which goes on to say when somebody joined and left. */
export function eraseFromChanges(sql: Sql, projectId: string, userId: string): number {
  let changed = 0;
  for (const { id, before, after } of sql.all<ChangeRow>(MENTIONING, projectId, JSON.stringify(userId))) {
    const [marked, markedAfter] = [withoutUser(before, userId), withoutUser(after, userId)];
    if (marked === before && markedAfter === after) continue;
    changed += sql.run('UPDATE changes SET before = ?, after = ? WHERE id = ?', marked, markedAfter, id);
  }
  return changed;
}

function withoutUser(state: string | null, userId: string): string | null {
  const parsed = state === null ? null : (JSON.parse(state) as { readonly user_id?: unknown });
  return parsed?.user_id === userId ? JSON.stringify({ ...parsed, user_id: ERASED_MARK }) : state;
}

/** Rules that are in force in the environment. */
export function countRulesNaming(sql: Sql, environmentId: string, userId: string): number {
  const text = 'SELECT rules FROM flag_targeting WHERE environment_id = ? AND instr(rules, ?) > 0';
  const candidates = sql.all<{ rules: string }>(text, environmentId, JSON.stringify(userId));
  return candidates
    .flatMap(({ rules }) => JSON.parse(rules) as Rule[])
    .filter(({ conditions }) => conditions.some(({ field, values }) => field === 'user_id' && values.includes(userId)))
    .length;
}
