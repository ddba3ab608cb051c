import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { newTestProject } from '../../control/test-project.contract.ts';
import type { ViewOwner } from './view-store.ts';

const operator = { kind: 'operator', id: 'operator', name: 'Operator' } as const;

export function viewStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ViewStore', () => {
    let control: ControlPlane;
    let count = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const newOwner = async (): Promise<ViewOwner> => {
      count += 1;
      const { projectId } = await newTestProject(control, 'views');
      const email = `viewer-${count}@example.org`;
      const { id: memberId } = await control.members.create({ email, passwordHash: 'x' });
      await control.members.add(projectId, email, 'viewer', { actor: operator, role: 'owner' });
      return { memberId, projectId };
    };
    const namesOf = async (owner: ViewOwner, page?: string) =>
      (await control.views.list(owner, page, { limit: 100 })).rows.map(({ name }) => name);

    test('views are listed newest first, of a page or of all', async () => {
      const owner = await newOwner();
      const stale = await control.views.save(owner, { page: 'flags', name: 'Stale', search: 'status=stale' });
      expect(stale).toEqual({
        id: expect.any(String),
        page: 'flags',
        name: 'Stale',
        search: 'status=stale',
        createdAtMs: expect.any(Number),
        updatedAtMs: stale.createdAtMs,
      });
      await control.views.save(owner, { page: 'people', name: 'Paying', search: '' });
      await control.views.save(owner, { page: 'flags', name: 'Mine', search: 'q=mine' });
      expect(await namesOf(owner)).toEqual(['Mine', 'Paying', 'Stale']);
      expect(await namesOf(owner, 'flags')).toEqual(['Mine', 'Stale']);
      expect(await namesOf(owner, 'crashes')).toEqual([]);
    });

    test('one is renamed, changed and removed by its owner only', async () => {
      const [owner, other] = [await newOwner(), await newOwner()];
      const { id } = await control.views.save(owner, { page: 'flags', name: 'A', search: 'a' });
      expect(await control.views.update(owner, id.toUpperCase(), { name: 'B' })).toMatchObject({
        name: 'B',
        search: 'a',
      });
      expect(await control.views.update(owner, id, { search: 'b' })).toMatchObject({ name: 'B', search: 'b' });
      const elsewhere = { memberId: owner.memberId, projectId: other.projectId };
      for (const stranger of [other, elsewhere]) {
        expect(await control.views.update(stranger, id, { name: 'C' })).toBeUndefined();
        expect(await control.views.remove(stranger, id)).toBe(false);
        expect(await namesOf(stranger)).toEqual([]);
      }
      expect(await control.views.remove(owner, id)).toBe(true);
      expect(await control.views.remove(owner, id)).toBe(false);
      expect(await namesOf(owner)).toEqual([]);
    });

    test('a name is used once for a page', async () => {
      const owner = await newOwner();
      const save = (page: string, name: string) => control.views.save(owner, { page, name, search: '' });
      const { id } = await save('flags', 'A');
      await save('people', 'A');
      await save('flags', 'B');
      await expect(save('flags', 'A')).rejects.toMatchObject({ reason: 'VIEW_NAME_EXISTS' });
      await expect(control.views.update(owner, id, { name: 'B' })).rejects.toMatchObject({
        reason: 'VIEW_NAME_EXISTS',
      });
      expect(await control.views.update(owner, id, { name: 'A' })).toMatchObject({ name: 'A' });
    });

    test('they end with the membership', async () => {
      const owner = await newOwner();
      await control.views.save(owner, { page: 'flags', name: 'A', search: '' });
      await control.members.remove(owner.projectId, owner.memberId, { actor: operator, role: 'owner' });
      expect(await namesOf(owner)).toEqual([]);
    });

    test('a member has two hundred in a project at most', async () => {
      const owner = await newOwner();
      const save = (name: string) => control.views.save(owner, { page: 'flags', name, search: '' });
      for (let made = 0; made < 200; made += 1) await save(`view ${made}`);
      await expect(save('one more')).rejects.toMatchObject({ reason: 'TOO_MANY_VIEWS' });
    });
  });
}
