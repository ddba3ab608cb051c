import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../control/control-plane.ts';
import type { SnapshotSource } from './snapshot-source.ts';

export function snapshotSourceContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('SnapshotSource', () => {
    let control: ControlPlane & SnapshotSource;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    test('a fresh one holds the plans and nothing else', async () => {
      const snapshot = await control.read();
      expect(snapshot).toMatchObject({ projects: [], environments: [], keys: [], operatorTokenHashes: [] });
      expect(snapshot.plans).toEqual(await control.plans.list());
    });

    test('holds projects, environments and keys with hash and revocation', async () => {
      const first = { environmentSlug: 'production', kind: 'dev', name: 'x', hash: 'h1', hint: 'abcd' } as const;
      const project = await control.projects.create({ slug: 'p', name: 'P', plan: 'free', keys: [first] });
      const environment = await control.environments.find(project.id, 'production');
      const [key] = (await control.keys.list(project.id, { limit: 1 })).rows;
      const expected = {
        id: key?.id,
        hash: 'h1',
        kind: 'dev',
        projectId: project.id,
        environmentId: environment?.id,
        isRevoked: false,
      };
      const snapshot = await control.read();
      expect(snapshot.projects).toEqual([{ id: project.id, slug: 'p', plan: 'free' }]);
      expect(snapshot.environments).toContainEqual({
        id: environment?.id,
        projectId: project.id,
        slug: 'production',
        configVersion: 1,
      });
      expect(snapshot.keys).toEqual([expected]);
      await control.keys.revoke(project.id, key?.id ?? '');
      expect((await control.read()).keys).toEqual([{ ...expected, isRevoked: true }]);
    });
  });
}
