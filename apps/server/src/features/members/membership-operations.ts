import type { Role } from '@lamppost/protocol';
import { isAtLeast } from '@lamppost/protocol';
import { Taken } from '../../control/control-errors.ts';
import type { Grantor } from '../../control/grantor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { checkRoleChange } from './check-role-change.ts';
import { grantRole, roleIn } from './member-operations.ts';
import type { MemberProject, ProjectMember } from './member-store.ts';

const MEMBER = `SELECT m.id, m.email, m.name, s.role, m.last_signed_in_at AS lastSignedInAtMs,
  s.created_at AS createdAtMs, s.updated_at AS updatedAtMs
  FROM memberships s JOIN members m ON m.id = s.member_id WHERE s.project_id = ?`;
const PROJECTS = `SELECT p.id, p.slug, p.name, p.timezone, s.role FROM memberships s JOIN projects p ON p.id = s.project_id
  WHERE s.member_id = ? ORDER BY lower(p.name), p.id`;
const ENVIRONMENTS = 'SELECT id, slug, name FROM environments WHERE project_id = ? ORDER BY id';
const OWNERS = "SELECT count(*) AS owners FROM memberships WHERE project_id = ? AND role = 'owner'";

/** What members are in a project. */
export function membershipOperations(sql: Sql) {
  return {
    'members.projectsOf': reading((memberId: string): readonly MemberProject[] =>
      sql
        .all<Omit<MemberProject, 'environments'>>(PROJECTS, memberId.toLowerCase())
        .map((project) => ({ ...project, environments: sql.all(ENVIRONMENTS, project.id) })),
    ),
    'members.list': reading((projectId: string, page: PageRequest): Page<ProjectMember> => {
      const text = `${MEMBER} AND m.id < ? ORDER BY m.id DESC LIMIT ?`;
      return pageOf(sql.all<ProjectMember>(text, projectId.toLowerCase(), cursorOf(page), page.limit + 1), page);
    }),
    'members.find': reading((projectId: string, memberId: string) =>
      findInProject(sql, projectId.toLowerCase(), memberId.toLowerCase()),
    ),
    'members.add': writing((projectId: string, email: string, role: Role, by: Grantor): ProjectMember | undefined => {
      const find = 'SELECT id FROM members WHERE email_lower = ?';
      const memberId = sql.one<{ id: string }>(find, storeText(email).toLowerCase())?.id;
      if (memberId === undefined) return undefined;
      if (roleIn(sql, memberId, projectId.toLowerCase()) !== undefined) throw alreadyMember(email);
      return give(sql, projectId.toLowerCase(), memberId, role, by);
    }),
    'members.changeRole': writing((projectId: string, memberId: string, role: Role, by: Grantor) => {
      if (roleIn(sql, memberId.toLowerCase(), projectId.toLowerCase()) === undefined) return undefined;
      return give(sql, projectId.toLowerCase(), memberId.toLowerCase(), role, by);
    }),
    'members.remove': writing((projectId: string, memberId: string, by: Grantor): boolean =>
      remove(sql, projectId.toLowerCase(), memberId.toLowerCase(), by),
    ),
  };
}

export const alreadyMember = (email: string): Taken =>
  new Taken('ALREADY_MEMBER', `${email} is a member of the project already.`);

export function ownersOf(sql: Sql, projectId: string): number {
  return sql.one<{ owners: number }>(OWNERS, projectId)?.owners ?? 0;
}

function give(sql: Sql, projectId: string, memberId: string, role: Role, by: Grantor): ProjectMember | undefined {
  const from = roleIn(sql, memberId, projectId) ?? null;
  checkRoleChange({ by: by.role, from, to: role, owners: ownersOf(sql, projectId) });
  grantRole(sql, memberId, projectId, role, by.actor);
  withdrawInvitationsOf(sql, projectId, memberId, role);
  withdrawInvitationsTo(sql, projectId, memberId);
  return findInProject(sql, projectId, memberId);
}

function remove(sql: Sql, projectId: string, memberId: string, by: Grantor): boolean {
  const member = findInProject(sql, projectId, memberId);
  if (member === undefined) return false;
  const { role, email } = member;
  checkRoleChange({ by: by.role, from: role, to: null, owners: ownersOf(sql, projectId) });
  sql.run('DELETE FROM memberships WHERE member_id = ? AND project_id = ?', memberId, projectId);
  withdrawInvitationsOf(sql, projectId, memberId, null);
  withdrawInvitationsTo(sql, projectId, memberId);
  recordChange(sql, by.actor, {
    projectId,
    entityType: 'member',
    entityId: memberId,
    entityKey: email,
    action: 'removed',
    before: { id: memberId, email, role },
    after: null,
    touches: [],
    atMs: nextMoment(sql, projectId),
  });
  return true;
}

/** Of what somebody could not give any more, links stay nowhere. */
function withdrawInvitationsOf(sql: Sql, projectId: string, memberId: string, role: Role | null): void {
  if (role === 'owner') return;
  const isInviting = role !== null && isAtLeast(role, 'admin');
  const which = isInviting ? " AND role = 'owner'" : '';
  sql.run(`DELETE FROM invitations WHERE project_id = ? AND invited_by_id = ?${which}`, projectId, memberId);
}

/** A link that is still about would bring back what was decided otherwise since. */
function withdrawInvitationsTo(sql: Sql, projectId: string, memberId: string): void {
  const text = `DELETE FROM invitations WHERE project_id = ? AND email_lower = (SELECT email_lower FROM members WHERE id = ?)`;
  sql.run(text, projectId, memberId);
}

function findInProject(sql: Sql, projectId: string, memberId: string): ProjectMember | undefined {
  return sql.one<ProjectMember>(`${MEMBER} AND m.id = ?`, projectId, memberId);
}
