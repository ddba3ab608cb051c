import type { Role } from '@lamppost/protocol';
import { isAtLeast } from '@lamppost/protocol';
import { Taken } from '../../control/control-errors.ts';
import type { Grantor } from '../../control/grantor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { unassignMember } from '../crashes/triage/unassign-member.ts';
import { disownFlags } from '../flags/disown-flags.ts';
import { checkRoleChange } from './check-role-change.ts';
import { grantRole } from './member-operations.ts';
import { findByEmail } from './member-statements.ts';
import type { MemberProject, ProjectMember } from './member-store.ts';
import {
  ENVIRONMENTS_OF,
  findInProject,
  LIST_MEMBERS,
  ownersOf,
  PROJECTS_OF,
  REMOVE_MEMBER,
  roleIn,
  WITHDRAW_INVITATIONS_OF,
  WITHDRAW_INVITATIONS_TO,
} from './membership-statements.ts';

/** What members are in a project. */
export const membershipOperations = {
  projectsOf: reading(async (db, memberId: string): Promise<readonly MemberProject[]> => {
    const projects: MemberProject[] = [];
    for (const project of await db.all(PROJECTS_OF, { memberId })) {
      projects.push({ ...project, environments: await db.all(ENVIRONMENTS_OF, { projectId: project.id }) });
    }
    return projects;
  }),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<ProjectMember>> => {
    const asked = { projectId, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_MEMBERS, asked), page);
  }),
  find: reading(findInProject),
  add: writing(
    async (db, projectId: string, email: string, role: Role, by: Grantor): Promise<ProjectMember | undefined> => {
      const memberId = (await findByEmail(db, storeText(email)))?.id;
      if (memberId === undefined) return undefined;
      if ((await roleIn(db, memberId, projectId.toLowerCase())) !== undefined) throw alreadyMember(email);
      return await give(db, projectId.toLowerCase(), memberId, role, by);
    },
  ),
  changeRole: writing(async (db, projectId: string, memberId: string, role: Role, by: Grantor) => {
    if ((await roleIn(db, memberId.toLowerCase(), projectId.toLowerCase())) === undefined) return undefined;
    return await give(db, projectId.toLowerCase(), memberId.toLowerCase(), role, by);
  }),
  remove: writing((db, projectId: string, memberId: string, by: Grantor) =>
    remove(db, projectId.toLowerCase(), memberId.toLowerCase(), by),
  ),
};

export const alreadyMember = (email: string): Taken =>
  new Taken('ALREADY_MEMBER', `${email} is already a member of the project.`);

async function give(
  db: Db,
  projectId: string,
  memberId: string,
  role: Role,
  by: Grantor,
): Promise<ProjectMember | undefined> {
  const from = (await roleIn(db, memberId, projectId)) ?? null;
  checkRoleChange({ by: by.role, from, to: role, owners: await ownersOf(db, projectId) });
  await grantRole(db, memberId, projectId, role, by.actor);
  await withdrawInvitationsOf(db, projectId, memberId, role);
  await withdrawInvitationsTo(db, projectId, memberId);
  return await findInProject(db, projectId, memberId);
}

async function remove(db: Db, projectId: string, memberId: string, by: Grantor): Promise<boolean> {
  const member = await findInProject(db, projectId, memberId);
  if (member === undefined) return false;
  const { role, email } = member;
  checkRoleChange({ by: by.role, from: role, to: null, owners: await ownersOf(db, projectId) });
  await db.run(REMOVE_MEMBER, { memberId, projectId });
  await withdrawInvitationsOf(db, projectId, memberId, null);
  await withdrawInvitationsTo(db, projectId, memberId);
  await unassignMember(db, projectId, memberId, by.actor);
  await disownFlags(db, projectId, memberId, by.actor);
  await recordChange(db, by.actor, {
    projectId,
    entityType: 'member',
    entityId: memberId,
    entityKey: email,
    action: 'removed',
    before: { id: memberId, email, role },
    after: null,
    touches: [],
    atMs: await nextMoment(db, projectId),
  });
  return true;
}

/** Of what somebody could not give any more, links stay nowhere. */
async function withdrawInvitationsOf(db: Db, projectId: string, memberId: string, role: Role | null): Promise<void> {
  if (role === 'owner') return;
  const isInviting = role !== null && isAtLeast(role, 'admin');
  await db.run(WITHDRAW_INVITATIONS_OF, { projectId, memberId, role: isInviting ? 'owner' : null });
}

/** A link that is still about would bring back what was decided otherwise since. */
async function withdrawInvitationsTo(db: Db, projectId: string, memberId: string): Promise<void> {
  await db.run(WITHDRAW_INVITATIONS_TO, { projectId, memberId });
}
