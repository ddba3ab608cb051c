import { isAtLeast } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import type { Grantor } from '../../control/grantor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Member } from '../../edge/sessions/member.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { checkRoleChange } from './check-role-change.ts';
import {
  DELETE_INVITATION,
  DELETE_INVITATION_TO,
  FIND_INVITATION,
  FIND_MEMBERSHIP,
  FIND_OPEN,
  INSERT_INVITATION,
  LIST_INVITATIONS,
} from './invitation-statements.ts';
import type { Acceptance, Invitation, NewInvitation, OpenInvitation } from './invitation-store.ts';
import { grantRole, insertMember } from './member-operations.ts';
import { findMember } from './member-statements.ts';
import { alreadyMember } from './membership-operations.ts';
import { ownersOf, roleIn } from './membership-statements.ts';

export const invitationOperations = {
  create: writing(insert),
  list: reading(async (db, projectId: string, nowMs: number, page: PageRequest): Promise<Page<Invitation>> => {
    const asked = { projectId, nowMs, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_INVITATIONS, asked), page);
  }),
  withdraw: writing(async (db, projectId: string, id: string, actor: Actor): Promise<boolean> => {
    const known = await db.one(FIND_INVITATION, { projectId, id });
    if (known !== undefined) await end(db, actor, 'withdrawn', known);
    return known !== undefined;
  }),
  find: reading(findOpen),
  accept: writing(accept),
};

async function insert(db: Db, invitation: NewInvitation, { actor, role: by }: Grantor): Promise<Invitation> {
  const projectId = invitation.projectId.toLowerCase();
  const email = storeText(invitation.email);
  const emailLower = email.toLowerCase();
  const { role, tokenHash, expiresAtMs } = invitation;
  checkRoleChange({ by, from: null, to: role, owners: await ownersOf(db, projectId) });
  if ((await db.one(FIND_MEMBERSHIP, { projectId, emailLower })) !== undefined) throw alreadyMember(email);
  await db.run(DELETE_INVITATION_TO, { projectId, emailLower });
  const createdAtMs = await nextMoment(db, projectId);
  const made = { id: uuidv7(), projectId, email, role, invitedBy: actor.name, createdAtMs, expiresAtMs };
  await db.run(INSERT_INVITATION, { ...made, emailLower, tokenHash, invitedById: actor.id });
  await record(db, actor, 'created', null, made);
  return made;
}

async function findOpen(db: Db, tokenHash: string, nowMs: number): Promise<OpenInvitation | undefined> {
  const row = await db.one(FIND_OPEN, { tokenHash, nowMs });
  if (row === undefined) return undefined;
  const { projectSlug: slug, projectName: name, ...invitation } = row;
  return { ...invitation, project: { slug, name } };
}

async function accept(db: Db, tokenHash: string, nowMs: number, acceptance: Acceptance): Promise<Member | undefined> {
  const invitation = await findOpen(db, tokenHash, nowMs);
  if (invitation === undefined) return undefined;
  const member =
    'memberId' in acceptance
      ? await findMember(db, acceptance.memberId)
      : await insertMember(db, { email: invitation.email, ...acceptance });
  if (member === undefined) return undefined;
  const actor: Actor = { kind: 'member', id: member.id, name: member.name ?? member.email };
  const present = await roleIn(db, member.id, invitation.projectId);
  if (present === undefined || !isAtLeast(present, invitation.role)) {
    await grantRole(db, member.id, invitation.projectId, invitation.role, actor);
  }
  await end(db, actor, 'accepted', invitation);
  return member;
}

async function end(db: Db, actor: Actor, action: string, invitation: Invitation): Promise<void> {
  await db.run(DELETE_INVITATION, invitation);
  await record(db, actor, action, invitation, null);
}

async function record(
  db: Db,
  actor: Actor,
  action: string,
  before: Invitation | null,
  after: Invitation | null,
): Promise<void> {
  const invitation = after ?? before;
  if (invitation === null) return;
  await recordChange(db, actor, {
    projectId: invitation.projectId,
    entityType: 'invitation',
    entityId: invitation.id,
    entityKey: invitation.email,
    action,
    before: before && invitationState(before),
    after: after && invitationState(after),
    touches: [],
    atMs: await nextMoment(db, invitation.projectId),
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
