import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Taken, Unacceptable } from '../control-errors.ts';
import type { ControlPlane } from '../control-plane.ts';

export function memberStoreContract(open: () => Promise<ControlPlane>): void {
  describe('MemberStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    test('a fresh store has no members, and counts those it gets', async () => {
      expect(await control.members.count()).toBe(0);
      const member = await control.members.create({ email: 'Ada@example.org', passwordHash: 'x' });
      expect(member.email).toBe('Ada@example.org');
      expect(await control.members.count()).toBe(1);
    });

    test('an email is unique without regard to case', async () => {
      await control.members.create({ email: 'jürgen@example.org', passwordHash: 'x' });
      const again = control.members.create({ email: 'JÜRGEN@Example.org', passwordHash: 'x' });
      await expect(again).rejects.toThrow(Taken);
      await expect(again).rejects.toMatchObject({ reason: 'MEMBER_EXISTS' });
    });

    test('a role can be granted and changed; who or what is unknown is refused', async () => {
      const member = await control.members.create({ email: 'grace@example.org', passwordHash: 'x' });
      const project = await control.projects.create({ slug: 'navy', name: 'Navy', plan: 'free', keys: [] });
      await control.members.grant(member.id, project.id, 'viewer');
      await control.members.grant(member.id, project.id, 'admin');
      await expect(control.members.grant(project.id, project.id, 'admin')).rejects.toThrow(Unacceptable);
      await expect(control.members.grant(member.id, member.id, 'admin')).rejects.toThrow(Unacceptable);
    });
  });
}
