import type { Role } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { NotPermitted, Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import type { Member } from '../../edge/sessions/member.ts';

const unknownId = '0190163d-8694-739b-aea5-966c26f8ad99';
const actor = { kind: 'operator', id: 'operator', name: 'Operator' } as const;
const by = (role: Role) => ({ actor, role });

export function memberStoreContract(open: () => Promise<ControlPlane>): void {
  describe('MemberStore', () => {
    let control: ControlPlane;
    let count = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const newMember = (): Promise<Member> => {
      count += 1;
      return control.members.create({ email: `m${count}@example.org`, passwordHash: 'x' });
    };
    const newProject = async (): Promise<string> => {
      count += 1;
      return (await control.projects.create({ slug: `p${count}`, name: 'P', plan: 'free', keys: [] })).id;
    };

    test('a fresh store has no members, and counts those it gets', async () => {
      expect(await control.members.count()).toBe(0);
      const member = await control.members.create({ email: 'Ada@example.org', passwordHash: 'x', name: 'Ada' });
      expect(member).toMatchObject({ email: 'Ada@example.org', name: 'Ada', isOperator: false });
      expect(await control.members.count()).toBe(1);
    });

    test('an email is unique without regard to case', async () => {
      await control.members.create({ email: 'jürgen@example.org', passwordHash: 'x' });
      const again = control.members.create({ email: 'JÜRGEN@Example.org', passwordHash: 'x' });
      await expect(again).rejects.toThrow(Taken);
      await expect(again).rejects.toMatchObject({ reason: 'MEMBER_EXISTS' });
    });

    test('an account is found by its email in any case, with the hash of its password', async () => {
      const made = await control.members.create({ email: 'Hedy@example.org', passwordHash: 'h', isOperator: true });
      expect(await control.members.findAccount('HEDY@example.ORG')).toEqual({ member: made, passwordHash: 'h' });
      expect(made.isOperator).toBe(true);
      expect(await control.members.findAccount('nobody@example.org')).toBeUndefined();
    });

    test('a role can be granted and changed; who or what is unknown is refused', async () => {
      const member = await newMember();
      const projectId = await newProject();
      await control.members.grant(member.id, projectId, 'viewer');
      await control.members.grant(member.id, projectId, 'admin');
      expect((await control.members.find(projectId, member.id))?.role).toBe('admin');
      await expect(control.members.grant(projectId, projectId, 'admin')).rejects.toThrow(Unacceptable);
      await expect(control.members.grant(member.id, member.id, 'admin')).rejects.toThrow(Unacceptable);
    });

    test('a name is changed and taken away, and the log says so', async () => {
      const { id } = await newMember();
      expect((await control.members.rename(id, 'Grace', actor))?.name).toBe('Grace');
      expect((await control.members.rename(id, null, actor))?.name).toBeNull();
      expect(await control.members.rename(unknownId, 'X', actor)).toBeUndefined();
    });

    test('a new password takes the place of the old and ends all sessions', async () => {
      const { id, email } = await newMember();
      await control.sessions.create({ tokenHash: `t-${id}`, memberId: id, passwordHash: 'x', nowMs: 1 });
      expect(await control.members.setPassword(id, 'new', actor)).toBe(true);
      expect((await control.members.findAccount(email))?.passwordHash).toBe('new');
      expect(await control.sessions.find(`t-${id}`)).toBeUndefined();
      expect(await control.members.setPassword(unknownId, 'new', actor)).toBe(false);
    });

    test('somebody with an account is added once; nobody else is', async () => {
      const projectId = await newProject();
      const { id, email } = await newMember();
      const added = await control.members.add(projectId, email.toUpperCase(), 'editor', by('admin'));
      expect(added).toMatchObject({ id, email, role: 'editor', lastSignedInAtMs: null });
      const again = control.members.add(projectId, email, 'viewer', by('admin'));
      await expect(again).rejects.toMatchObject({ name: 'Taken', reason: 'ALREADY_MEMBER' });
      expect(await control.members.add(projectId, 'nobody@example.org', 'viewer', by('admin'))).toBeUndefined();
    });

    test('members of a project are listed newest first, in pages, and those of others are not', async () => {
      const [projectId, otherId] = [await newProject(), await newProject()];
      const made = [await newMember(), await newMember(), await newMember()];
      for (const { id } of made) await control.members.grant(id, projectId, 'viewer');
      await control.members.grant((await newMember()).id, otherId, 'viewer');
      const first = await control.members.list(projectId, { limit: 2 });
      const second = await control.members.list(projectId, { limit: 2, cursor: first.nextCursor ?? '' });
      const ids = [...first.rows, ...second.rows].map(({ id }) => id);
      expect(ids).toEqual(made.map(({ id }) => id).reverse());
      expect(second.nextCursor).toBeNull();
    });

    test('the first owner is made by anyone who may, every other by an owner', async () => {
      const projectId = await newProject();
      const [first, second] = [await newMember(), await newMember()];
      await control.members.add(projectId, first.email, 'owner', by('admin'));
      const another = control.members.add(projectId, second.email, 'owner', by('admin'));
      await expect(another).rejects.toThrow(NotPermitted);
      await control.members.add(projectId, second.email, 'owner', by('owner'));
      await expect(control.members.changeRole(projectId, first.id, 'admin', by('admin'))).rejects.toThrow(NotPermitted);
      await expect(control.members.remove(projectId, first.id, by('admin'))).rejects.toThrow(NotPermitted);
      expect(await control.members.remove(projectId, first.id, by('owner'))).toBe(true);
    });

    test('the last owner stays one', async () => {
      const projectId = await newProject();
      const { id } = await newMember();
      await control.members.grant(id, projectId, 'owner');
      const changed = control.members.changeRole(projectId, id, 'viewer', by('owner'));
      await expect(changed).rejects.toThrow(WrongState);
      await expect(changed).rejects.toMatchObject({ reason: 'LAST_OWNER' });
      await expect(control.members.remove(projectId, id, by('owner'))).rejects.toThrow(WrongState);
      expect((await control.members.find(projectId, id))?.role).toBe('owner');
    });

    test('anyone who is removed is gone from the project, and leaves no invitations there', async () => {
      const projectId = await newProject();
      const { id, name, email } = await newMember();
      await control.members.grant(id, projectId, 'admin');
      const inviter = { kind: 'member', id, name: name ?? email } as const;
      const invitation = {
        projectId,
        email: 'late@example.org',
        role: 'admin',
        tokenHash: `i-${id}`,
        expiresAtMs: 9,
      } as const;
      await control.invitations.create(invitation, { actor: inviter, role: 'admin' });
      expect(await control.invitations.find(`i-${id}`, 1)).toBeDefined();
      expect(await control.members.remove(projectId, id, by('owner'))).toBe(true);
      expect(await control.members.remove(projectId, id, by('owner'))).toBe(false);
      expect(await control.invitations.find(`i-${id}`, 1)).toBeUndefined();
      expect(await control.members.projectsOf(id)).toEqual([]);
    });

    test('an older invitation undoes neither a change of role nor a removal', async () => {
      const projectId = await newProject();
      const { id, email } = await newMember();
      const invited = async (tokenHash: string) => {
        const invitation = { projectId, email, role: 'admin', tokenHash, expiresAtMs: 9 } as const;
        await control.invitations.create(invitation, by('owner'));
        expect(await control.invitations.find(tokenHash, 1)).toBeDefined();
      };
      await invited(`added-${id}`);
      await control.members.add(projectId, email, 'viewer', by('owner'));
      expect(await control.invitations.accept(`added-${id}`, 1, { memberId: id })).toBeUndefined();
      expect((await control.members.find(projectId, id))?.role).toBe('viewer');
      await control.members.remove(projectId, id, by('owner'));
      await invited(`granted-${id}`);
      await control.members.grant(id, projectId, 'viewer');
      await control.members.remove(projectId, id, by('owner'));
      expect(await control.invitations.accept(`granted-${id}`, 1, { memberId: id })).toBeUndefined();
      expect(await control.members.find(projectId, id)).toBeUndefined();
    });

    test('projects of a member come by name, with role and environments', async () => {
      const { id } = await newMember();
      const make = (slug: string, name: string) =>
        control.projects.create({ slug, name, plan: 'free', keys: [], ownerId: id });
      await make('zoo', 'Zoo');
      await make('ant', 'ant');
      const projects = await control.members.projectsOf(id);
      expect(projects.map(({ slug, role }) => [slug, role])).toEqual([
        ['ant', 'owner'],
        ['zoo', 'owner'],
      ]);
      expect(projects[0]).toMatchObject({ name: 'ant', timezone: 'UTC' });
      expect(projects[0]?.environments.map(({ slug }) => slug)).toEqual(['production', 'development']);
    });
  });
}
