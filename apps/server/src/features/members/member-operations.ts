import type { Role } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import { type Actor, operatorActor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Account, Member } from '../../edge/sessions/member.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { requireProject } from '../projects/require-project.ts';
import {
  COUNT_MEMBERS,
  findByEmail,
  findMember,
  INSERT_MEMBER,
  RENAME_MEMBER,
  SET_PASSWORD,
} from './member-statements.ts';
import type { NewMember } from './member-store.ts';
import { GRANT, roleIn } from './membership-statements.ts';
import { END_SESSIONS_OF } from './session-statements.ts';

/** Accounts: what a member is, wherever. */
export const memberOperations = {
  create: writing((db, member: NewMember, actor: Actor = operatorActor) => insertMember(db, member, actor)),
  grant: writing((db, memberId: string, projectId: string, role: Role, actor: Actor = operatorActor) =>
    grantRole(db, memberId.toLowerCase(), projectId.toLowerCase(), role, actor),
  ),
  count: reading(countMembers),
  findAccount: reading(async (db, email: string): Promise<Account | undefined> => {
    const row = await findByEmail(db, storeText(email));
    if (row === undefined) return undefined;
    const { passwordHash, ...member } = row;
    return { member, passwordHash };
  }),
  rename: writing(async (db, memberId: string, name: string | null, actor: Actor): Promise<Member | undefined> => {
    const known = await findMember(db, memberId);
    if (known === undefined) return undefined;
    const renamed = { ...known, name: name === null ? null : storeText(name) };
    if (renamed.name === known.name) return known;
    await db.run(RENAME_MEMBER, renamed);
    await record(db, actor, 'updated', memberState(known), renamed);
    return renamed;
  }),
  setPassword: writing(async (db, memberId: string, passwordHash: string, actor: Actor): Promise<boolean> => {
    const known = await findMember(db, memberId);
    if (known === undefined) return false;
    await db.run(SET_PASSWORD, { id: known.id, passwordHash });
    await db.run(END_SESSIONS_OF, { memberId: known.id });
    await record(db, actor, 'password_changed', memberState(known), known);
    return true;
  }),
};

/** Without an actor, the new member is its own actor. */
export async function insertMember(db: Db, member: NewMember, actor?: Actor): Promise<Member> {
  const email = storeText(member.email);
  if ((await findByEmail(db, email)) !== undefined) {
    throw new Taken('MEMBER_EXISTS', `A member with the email ${email} already exists.`);
  }
  const made: Member = {
    id: uuidv7(),
    email,
    name: member.name === undefined || member.name === null ? null : storeText(member.name),
    isOperator: member.isOperator ?? false,
    createdAtMs: Date.now(),
  };
  const { passwordHash } = member;
  await db.run(INSERT_MEMBER, { ...made, emailLower: email.toLowerCase(), passwordHash });
  await record(db, actor ?? { kind: 'member', id: made.id, name: made.name ?? email }, 'created', null, made);
  return made;
}

/** In the log of the project a member is what it may do there. */
export async function grantRole(db: Db, memberId: string, projectId: string, role: Role, actor: Actor): Promise<void> {
  const member = await findMember(db, memberId);
  if (member === undefined) throw new Unacceptable('member_id', 'Member not found.');
  await requireProject(db, projectId);
  const known = await roleIn(db, memberId, projectId);
  if (known === role) return;
  const atMs = await nextMoment(db, projectId);
  await db.run(GRANT, { memberId, projectId, role, atMs });
  await recordChange(db, actor, {
    projectId,
    entityType: 'member',
    entityId: memberId,
    entityKey: member.email,
    action: 'role_granted',
    before: known === undefined ? null : { id: memberId, email: member.email, role: known },
    after: { id: memberId, email: member.email, role },
    touches: [],
    atMs,
  });
}

export async function countMembers(db: Db): Promise<number> {
  return (await db.one(COUNT_MEMBERS, {}))?.count ?? 0;
}

async function record(db: Db, actor: Actor, action: string, before: EntityState | null, after: Member): Promise<void> {
  await recordChange(db, actor, {
    projectId: null,
    entityType: 'member',
    entityId: after.id,
    entityKey: after.email,
    action,
    before,
    after: memberState(after),
    touches: [],
    atMs: await nextMoment(db, null),
  });
}

/** Never the hash of the password. */
function memberState({ id, email, name, isOperator, createdAtMs }: Member): EntityState {
  return { id, email, name, is_operator: isOperator, created_at: new Date(createdAtMs).toISOString() };
}
