import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { Taken } from '../../../control/control-errors.ts';
import type { SnapshotSource } from '../../../edge/snapshot-source.ts';
import type { NewInstallation } from './installation-store.ts';

const installation: NewInstallation = {
  owner: { email: 'owner@example.org', passwordHash: 'x' },
  operatorTokenHash: 'token',
  project: {
    id: '0190163d-8694-739b-aea5-966c26f8ad91',
    slug: 'default',
    name: 'Default',
    plan: 'scale',
    keys: [{ environmentSlug: 'production', kind: 'secret', name: 'first', hash: 'key', hint: 'abcd', text: null }],
  },
};

export function installationStoreContract(open: () => Promise<ControlPlane & SnapshotSource>): void {
  describe('InstallationStore', () => {
    let control: ControlPlane & SnapshotSource;
    beforeEach(async () => {
      control = await open();
    });
    afterEach(() => control.close());

    test('begin creates owner, token and project under the id that was chosen', async () => {
      const project = await control.installation.begin(installation);
      expect(project).toMatchObject({ id: installation.project.id, slug: 'default', plan: 'scale' });
      const snapshot = await control.read();
      expect(snapshot.operatorTokenHashes).toEqual(['token']);
      expect(snapshot.keys).toMatchObject([{ hash: 'key', projectId: installation.project.id }]);
      expect(await control.members.count()).toBe(1);
    });

    test('begin changes nothing once there is a member', async () => {
      await control.members.create({ email: 'early@example.org', passwordHash: 'x' });
      expect(await control.installation.begin(installation)).toBeUndefined();
      expect((await control.read()).projects).toEqual([]);
    });

    test('begin that fails leaves nothing, so that it can be tried again', async () => {
      await control.projects.create({ ...installation.project, slug: 'default', keys: [] });
      await expect(control.installation.begin(installation)).rejects.toThrow(Taken);
      expect(await control.members.count()).toBe(0);
      expect((await control.read()).operatorTokenHashes).toEqual([]);
    });

    test('of two at the same time one begins', async () => {
      const both = await Promise.all([
        control.installation.begin(installation),
        control.installation.begin(installation),
      ]);
      expect(both.filter((project) => project !== undefined)).toHaveLength(1);
      expect(await control.members.count()).toBe(1);
    });
  });
}
