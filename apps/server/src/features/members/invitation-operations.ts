import { isAtLeast } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import type { Grantor } from '../../control/grantor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Member } from '../../edge/sessions/member.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { checkRoleChange } from './check-role-change.ts';
import type { Acceptance, Invitation, NewInvitation, OpenInvitation } from './invitation-store.ts';
import { grantRole, insertMember, roleIn } from './member-operations.ts';
import { findMember } from './member-rows.ts';
import { alreadyMember, ownersOf } from './membership-operations.ts';

const COLUMNS = `i.id, i.project_id AS projectId, i.email, i.role, i.invited_by AS invitedBy, i.created_at AS createdAtMs,
  i.expires_at AS expiresAtMs`;
// Anyone who is no owner invites the first one only: once there is one, such a link is of no use.
const IN_FORCE = `i.expires_at > ? AND (i.role <> 'owner'
  OR NOT EXISTS (SELECT 1 FROM memberships o WHERE o.project_id = i.project_id AND o.role = 'owner')
  OR EXISTS (SELECT 1 FROM memberships o WHERE o.project_id = i.project_id AND o.role = 'owner'
    AND o.member_id = i.invited_by_id))`;
const LIST = `SELECT ${COLUMNS} FROM invitations i WHERE i.project_id = ? AND ${IN_FORCE} AND i.id < ?
  ORDER BY i.id DESC LIMIT ?`;
const ONE = `SELECT ${COLUMNS} FROM invitations i WHERE i.project_id = ? AND i.id = ?`;
const OPEN = `SELECT ${COLUMNS}, p.slug AS projectSlug, p.name AS projectName, m.id AS accountId
  FROM invitations i JOIN projects p ON p.id = i.project_id LEFT JOIN members m ON m.email_lower = i.email_lower
  WHERE i.token_hash = ? AND ${IN_FORCE}`;
const MEMBERSHIP = `SELECT 1 FROM memberships s JOIN members m ON m.id = s.member_id
  WHERE s.project_id = ? AND m.email_lower = ?`;
const INSERT = `INSERT INTO invitations (id, project_id, email, email_lower, role, token_hash, invited_by, invited_by_id,
  created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

type OpenRow = Invitation & {
  readonly projectSlug: string;
  readonly projectName: string;
  readonly accountId: string | null;
};

export function invitationOperations(sql: Sql) {
  return {
    'invitations.create': writing((invitation: NewInvitation, by: Grantor) => insert(sql, invitation, by)),
    'invitations.list': reading((projectId: string, nowMs: number, page: PageRequest): Page<Invitation> => {
      const rows = sql.all<Invitation>(LIST, projectId.toLowerCase(), nowMs, cursorOf(page), page.limit + 1);
      return pageOf(rows, page);
    }),
    'invitations.withdraw': writing((projectId: string, id: string, actor: Actor): boolean => {
      const known = sql.one<Invitation>(ONE, projectId.toLowerCase(), id.toLowerCase());
      if (known !== undefined) end(sql, actor, 'withdrawn', known);
      return known !== undefined;
    }),
    'invitations.find': reading((tokenHash: string, nowMs: number) => findOpen(sql, tokenHash, nowMs)),
    'invitations.accept': writing((tokenHash: string, nowMs: number, acceptance: Acceptance): Member | undefined =>
      accept(sql, tokenHash, nowMs, acceptance),
    ),
  };
}

function insert(sql: Sql, invitation: NewInvitation, { actor, role: by }: Grantor): Invitation {
  const projectId = invitation.projectId.toLowerCase();
  const email = storeText(invitation.email);
  const { role, tokenHash, expiresAtMs } = invitation;
  checkRoleChange({ by, from: null, to: role, owners: ownersOf(sql, projectId) });
  if (sql.one(MEMBERSHIP, projectId, email.toLowerCase()) !== undefined) throw alreadyMember(email);
  sql.run('DELETE FROM invitations WHERE project_id = ? AND email_lower = ?', projectId, email.toLowerCase());
  const createdAtMs = nextMoment(sql, projectId);
  const made = { id: uuidv7(), projectId, email, role, invitedBy: actor.name, createdAtMs, expiresAtMs };
  const { id } = made;
  const emailLower = email.toLowerCase();
  sql.run(INSERT, id, projectId, email, emailLower, role, tokenHash, actor.name, actor.id, createdAtMs, expiresAtMs);
  record(sql, actor, 'created', null, made);
  return made;
}

function findOpen(sql: Sql, tokenHash: string, nowMs: number): OpenInvitation | undefined {
  const row = sql.one<OpenRow>(OPEN, tokenHash, nowMs);
  if (row === undefined) return undefined;
  const { projectSlug: slug, projectName: name, ...invitation } = row;
  return { ...invitation, project: { slug, name } };
}

function accept(sql: Sql, tokenHash: string, nowMs: number, acceptance: Acceptance): Member | undefined {
  const invitation = findOpen(sql, tokenHash, nowMs);
  if (invitation === undefined) return undefined;
  const member =
    'memberId' in acceptance
      ? findMember(sql, acceptance.memberId)
      : insertMember(sql, { email: invitation.email, ...acceptance });
  if (member === undefined) return undefined;
  const actor: Actor = { kind: 'member', id: member.id, name: member.name ?? member.email };
  const present = roleIn(sql, member.id, invitation.projectId);
  if (present === undefined || !isAtLeast(present, invitation.role)) {
    grantRole(sql, member.id, invitation.projectId, invitation.role, actor);
  }
  end(sql, actor, 'accepted', invitation);
  return member;
}

function end(sql: Sql, actor: Actor, action: string, invitation: Invitation): void {
  sql.run('DELETE FROM invitations WHERE id = ?', invitation.id);
  record(sql, actor, action, invitation, null);
}

function record(sql: Sql, actor: Actor, action: string, before: Invitation | null, after: Invitation | null): void {
  const invitation = after ?? before;
  if (invitation === null) return;
  recordChange(sql, actor, {
    projectId: invitation.projectId,
    entityType: 'invitation',
    entityId: invitation.id,
    entityKey: invitation.email,
    action,
    before: before && invitationState(before),
    after: after && invitationState(after),
    touches: [],
    atMs: nextMoment(sql, invitation.projectId),
  });
}

/** Never the hash of its token. */
function invitationState({ id, email, role, invitedBy, createdAtMs, expiresAtMs }: Invitation): EntityState {
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    created_at: new Date(createdAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}
