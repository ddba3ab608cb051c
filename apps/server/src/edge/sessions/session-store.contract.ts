import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';

export function sessionStoreContract(open: () => Promise<ControlPlane>): void {
  describe('SessionStore', () => {
    let control: ControlPlane;
    let count = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const newMember = () => {
      count += 1;
      return control.members.create({ email: `s${count}@example.org`, passwordHash: 'x' });
    };
    const begin = async (memberId: string, tokenHash: string, nowMs: number) =>
      await control.sessions.create({ tokenHash, memberId, passwordHash: 'x', nowMs });

    test('a session is found with its member and roles as they are now', async () => {
      const member = await newMember();
      const { id: projectId } = await control.projects.create({ slug: 'sp', name: 'P', plan: 'free', keys: [] });
      const begun = await begin(member.id, 'a', 1_000);
      expect(begun).toEqual({ tokenHash: 'a', createdAtMs: 1_000, lastSeenAtMs: 1_000, member, memberships: [] });
      await control.members.grant(member.id, projectId, 'editor');
      expect((await control.sessions.find('a'))?.memberships).toEqual([{ projectId, role: 'editor' }]);
      const [listed] = (await control.members.list(projectId, { limit: 1 })).rows;
      expect(listed?.lastSignedInAtMs).toBe(1_000);
    });

    test('nobody is signed in who is no member', async () => {
      expect(await begin('0190163d-8694-739b-aea5-966c26f8ad99', 'none', 1)).toBeUndefined();
      expect(await control.sessions.find('none')).toBeUndefined();
    });

    test('a password that was changed after it was checked begins nothing', async () => {
      const { id, email } = await newMember();
      await control.members.setPassword(id, 'y', { kind: 'member', id, name: email });
      expect(await begin(id, 'late', 1)).toBeUndefined();
      expect(await control.sessions.find('late')).toBeUndefined();
    });

    test('the last sight only moves forward', async () => {
      const { id } = await newMember();
      await begin(id, 'seen', 10);
      await control.sessions.noteSeen('seen', 30);
      await control.sessions.noteSeen('seen', 20);
      expect((await control.sessions.find('seen'))?.lastSeenAtMs).toBe(30);
    });

    test('one ends, or all of a member, and nobody else’s', async () => {
      const [one, other] = [await newMember(), await newMember()];
      for (const token of ['x', 'y', 'z']) await begin(one.id, token, 1);
      await begin(other.id, 'o', 1);
      await control.sessions.end('x');
      expect(await control.sessions.find('x')).toBeUndefined();
      expect(await control.sessions.find('y')).toBeDefined();
      await control.sessions.endAll(one.id);
      expect(await control.sessions.find('y')).toBeUndefined();
      expect(await control.sessions.find('o')).toBeDefined();
    });

    test('what is over is removed: too long unseen, or too old', async () => {
      const { id } = await newMember();
      await begin(id, 'unseen', 1_000_000);
      await begin(id, 'old', 500_000);
      await control.sessions.noteSeen('old', 9_000_000);
      await begin(id, 'fresh', 2_000_000);
      await control.sessions.removeOver({ seenBeforeMs: 1_500_000, createdBeforeMs: 600_000 });
      expect(await control.sessions.find('unseen')).toBeUndefined();
      expect(await control.sessions.find('old')).toBeUndefined();
      expect(await control.sessions.find('fresh')).toBeDefined();
    });
  });
}
