import type { Role } from '@lamppost/protocol';
import { integer, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';

const invitation = {
  id: text,
  projectId: text,
  email: text,
  role: textOf<Role>(),
  invitedBy: text,
  createdAtMs: integer,
  expiresAtMs: integer,
};
const COLUMNS = `i.id, i.project_id AS projectId, i.email, i.role, i.invited_by AS invitedBy, i.created_at AS createdAtMs,
  i.expires_at AS expiresAtMs`;
// Anyone who is no owner invites the first one only: once there is one, such a link is of no use.
const IN_FORCE = `i.expires_at > :nowMs AND (i.role <> 'owner'
  OR NOT EXISTS (SELECT 1 FROM memberships o WHERE o.project_id = i.project_id AND o.role = 'owner')
  OR EXISTS (SELECT 1 FROM memberships o WHERE o.project_id = i.project_id AND o.role = 'owner'
    AND o.member_id = i.invited_by_id))`;

export const LIST_INVITATIONS = statement({
  sql: `SELECT ${COLUMNS} FROM invitations i WHERE i.project_id = :projectId AND ${IN_FORCE} AND i.id < :cursor
    ORDER BY i.id DESC LIMIT :limit`,
  params: { projectId: uuid, nowMs: integer, cursor: text, limit: integer },
  row: invitation,
});
export const FIND_INVITATION = statement({
  sql: `SELECT ${COLUMNS} FROM invitations i WHERE i.project_id = :projectId AND i.id = :id`,
  params: { projectId: uuid, id: uuid },
  row: invitation,
});
export const FIND_OPEN = statement({
  sql: `SELECT ${COLUMNS}, p.slug AS projectSlug, p.name AS projectName, m.id AS accountId
    FROM invitations i JOIN projects p ON p.id = i.project_id LEFT JOIN members m ON m.email_lower = i.email_lower
    WHERE i.token_hash = :tokenHash AND ${IN_FORCE}`,
  params: { tokenHash: text, nowMs: integer },
  row: { ...invitation, projectSlug: text, projectName: text, accountId: nullable(text) },
});
export const FIND_MEMBERSHIP = statement({
  sql: `SELECT 1 FROM memberships s JOIN members m ON m.id = s.member_id
    WHERE s.project_id = :projectId AND m.email_lower = :emailLower`,
  params: { projectId: text, emailLower: text },
});
export const INSERT_INVITATION = statement({
  sql: `INSERT INTO invitations (id, project_id, email, email_lower, role, token_hash, invited_by, invited_by_id,
    created_at, expires_at) VALUES (:id, :projectId, :email, :emailLower, :role, :tokenHash, :invitedBy, :invitedById,
    :createdAtMs, :expiresAtMs)`,
  params: { ...invitation, emailLower: text, tokenHash: text, invitedById: text },
});
export const DELETE_INVITATION = statement({
  sql: 'DELETE FROM invitations WHERE id = :id',
  params: { id: text },
});
export const DELETE_INVITATION_TO = statement({
  sql: 'DELETE FROM invitations WHERE project_id = :projectId AND email_lower = :emailLower',
  params: { projectId: text, emailLower: text },
});
