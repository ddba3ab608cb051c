import type { Role } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { NotPermitted, Taken } from '../../control/control-errors.ts';

const operator = { kind: 'operator', id: 'operator', name: 'Operator' } as const;

export function invitationStoreContract(open: () => Promise<ControlPlane>): void {
  describe('InvitationStore', () => {
    let control: ControlPlane;
    let projectId: string;
    let count = 0;
    beforeAll(async () => {
      control = await open();
      const owner = await control.members.create({ email: 'owner@example.org', passwordHash: 'x' });
      const project = { slug: 'inviting', name: 'Inviting', plan: 'free', keys: [], ownerId: owner.id };
      projectId = (await control.projects.create(project)).id;
    });
    afterAll(() => control.close());

    const invite = async (init: { email?: string; role?: Role; by?: Role } = {}) => {
      count += 1;
      const { email = `i${count}@example.org`, role = 'viewer', by = 'admin' } = init;
      const tokenHash = `hash-${count}`;
      const expiresAtMs = 1_000;
      const invitation = await control.invitations.create(
        { projectId, email, role, tokenHash, expiresAtMs },
        { actor: operator, role: by },
      );
      return { invitation, tokenHash, email };
    };

    test('an invitation says what it invites to, until it expires', async () => {
      const { invitation, tokenHash, email } = await invite({ role: 'editor' });
      expect(invitation).toMatchObject({ projectId, email, role: 'editor', invitedBy: 'Operator', expiresAtMs: 1_000 });
      expect(await control.invitations.find(tokenHash, 999)).toEqual({
        ...invitation,
        project: { slug: 'inviting', name: 'Inviting' },
        accountId: null,
      });
      expect(await control.invitations.find(tokenHash, 1_000)).toBeUndefined();
      expect((await control.invitations.list(projectId, 1_000, { limit: 100 })).rows).toEqual([]);
      expect((await control.invitations.list(projectId, 999, { limit: 100 })).rows).toContainEqual(invitation);
    });

    test('a new one takes the place of the old', async () => {
      const first = await invite({ email: 'Twice@example.org' });
      const second = await invite({ email: 'twice@example.org' });
      expect(await control.invitations.find(first.tokenHash, 1)).toBeUndefined();
      expect(await control.invitations.find(second.tokenHash, 1)).toBeDefined();
    });

    test('it is accepted once, makes the account and gives the role', async () => {
      const { tokenHash, email } = await invite({ role: 'editor' });
      const member = await control.invitations.accept(tokenHash, 1, { passwordHash: 'h', name: 'New' });
      expect(member).toMatchObject({ email, name: 'New', isOperator: false });
      expect((await control.members.find(projectId, member?.id ?? ''))?.role).toBe('editor');
      expect(await control.invitations.accept(tokenHash, 1, { passwordHash: 'h', name: null })).toBeUndefined();
    });

    test('it is accepted neither when withdrawn nor when expired', async () => {
      const { tokenHash, invitation } = await invite();
      expect(await control.invitations.accept(tokenHash, 1_000, { passwordHash: 'h', name: null })).toBeUndefined();
      expect(await control.invitations.withdraw(projectId, invitation.id, operator)).toBe(true);
      expect(await control.invitations.withdraw(projectId, invitation.id, operator)).toBe(false);
      expect(await control.invitations.accept(tokenHash, 1, { passwordHash: 'h', name: null })).toBeUndefined();
    });

    test('anyone who has an account joins with it, and keeps a role that is higher', async () => {
      const { id, email } = await control.members.create({ email: 'has@example.org', passwordHash: 'x' });
      const { tokenHash } = await invite({ email, role: 'viewer' });
      expect((await control.invitations.find(tokenHash, 1))?.accountId).toBe(id);
      await control.members.grant(id, projectId, 'admin');
      expect((await control.invitations.accept(tokenHash, 1, { memberId: id }))?.id).toBe(id);
      expect((await control.members.find(projectId, id))?.role).toBe('admin');
    });

    test('an email that got an account meanwhile is not given another', async () => {
      const { tokenHash, email } = await invite();
      await control.members.create({ email, passwordHash: 'x' });
      const accepted = control.invitations.accept(tokenHash, 1, { passwordHash: 'h', name: null });
      await expect(accepted).rejects.toMatchObject({ name: 'Taken', reason: 'MEMBER_EXISTS' });
      expect(await control.invitations.find(tokenHash, 1)).toBeDefined();
    });

    test('of several who were invited to own a project without an owner, the first becomes one', async () => {
      const project = { slug: 'ownerless', name: 'Ownerless', plan: 'free', keys: [] };
      const { id } = await control.projects.create(project);
      for (const email of ['first@example.org', 'second@example.org']) {
        const invitation = { projectId: id, email, role: 'owner', tokenHash: email, expiresAtMs: 9 } as const;
        await control.invitations.create(invitation, { actor: operator, role: 'admin' });
      }
      const first = await control.invitations.accept('first@example.org', 1, { passwordHash: 'h', name: null });
      expect((await control.members.find(id, first?.id ?? ''))?.role).toBe('owner');
      expect(await control.invitations.find('second@example.org', 1)).toBeUndefined();
      expect((await control.invitations.list(id, 1, { limit: 9 })).rows).toEqual([]);
      const second = control.invitations.accept('second@example.org', 1, { passwordHash: 'h', name: null });
      expect(await second).toBeUndefined();
    });

    test('a revoked key leaves no invitations behind', async () => {
      const key = {
        environmentSlug: 'production',
        kind: 'secret',
        name: 'K',
        hash: 'k',
        hint: 'k',
        text: null,
      } as const;
      const { id } = await control.projects.create({ slug: 'by-key', name: 'By key', plan: 'free', keys: [key] });
      const keyId = (await control.keys.list(id, { limit: 1 })).rows[0]?.id ?? '';
      const actor = { kind: 'api_key', id: keyId, name: 'secret key' } as const;
      const invitation = {
        projectId: id,
        email: 'k@example.org',
        role: 'admin',
        tokenHash: 'k',
        expiresAtMs: 9,
      } as const;
      await control.invitations.create(invitation, { actor, role: 'admin' });
      expect(await control.invitations.find('k', 1)).toBeDefined();
      await control.keys.revoke(id, keyId, operator);
      expect(await control.invitations.find('k', 1)).toBeUndefined();
    });

    test('anyone who is a member already is not invited; owners are invited by owners', async () => {
      const again = invite({ email: 'OWNER@example.org' });
      await expect(again).rejects.toThrow(Taken);
      await expect(again).rejects.toMatchObject({ reason: 'ALREADY_MEMBER' });
      await expect(invite({ role: 'owner', by: 'admin' })).rejects.toThrow(NotPermitted);
      expect((await invite({ role: 'owner', by: 'owner' })).invitation.role).toBe('owner');
    });
  });
}
