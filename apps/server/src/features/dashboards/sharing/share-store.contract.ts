import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { ada, newTestProject, type TestProject } from '../../../control/test-project.contract.ts';
import type { NewShare } from './share-store.ts';

export function shareStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ShareStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let other: TestProject;
    let count = 0;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'sharing');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const IN_FORCE = Date.now() + 86_400_000;
    const newDashboard = () =>
      control.dashboards.create(
        project.projectId,
        { name: 'Shown', widgets: [{ name: 'One', query: { kind: 'sql', sql: 'SELECT 1' } }] },
        ada,
      );
    const share = async (dashboardId: string, init: Partial<NewShare> = {}) => {
      count += 1;
      const tokenHash = `hash-${count}`;
      const { projectId, production: environmentId } = project;
      const asked = { projectId, dashboardId, environmentId, name: null, tokenHash, expiresAtMs: IN_FORCE, ...init };
      return { tokenHash, made: await control.shares.create(asked, ada) };
    };
    const listed = async (dashboardId: string) =>
      (await control.shares.list(project.projectId, dashboardId, { limit: 100 }))?.rows;

    test('a link opens its dashboard until it expires, and has the time of its last use', async () => {
      const dashboard = await newDashboard();
      const { tokenHash, made } = await share(dashboard.id, { name: 'Board', expiresAtMs: 200_000 });
      expect(made).toEqual({
        id: expect.any(String),
        projectId: project.projectId,
        dashboardId: dashboard.id,
        environmentId: project.production,
        name: 'Board',
        createdBy: 'Ada',
        createdAtMs: expect.any(Number),
        expiresAtMs: 200_000,
        lastUsedAtMs: null,
      });
      const opened = await control.shares.open(tokenHash, 70_000);
      expect(opened).toMatchObject({ share: { id: made?.id }, dashboard });
      await control.shares.noteUse(made?.id ?? '', 70_000);
      expect(await listed(dashboard.id)).toEqual([{ ...made, lastUsedAtMs: 70_000 }]);
      expect(await control.shares.open(tokenHash, 200_000)).toBeUndefined();
      expect(await control.shares.open('nonsense', 1)).toBeUndefined();
    });

    test('it opens widgets of its dashboard only', async () => {
      const [one, two] = [await newDashboard(), await newDashboard()];
      const { tokenHash } = await share(one.id, { expiresAtMs: 1_000 });
      const [own, foreign] = [one.widgets[0], two.widgets[0]];
      const openWidget = (id = '') => control.shares.openWidget(tokenHash, 1, id);
      expect(await openWidget(own?.id.toUpperCase())).toMatchObject({ widget: own });
      expect(await openWidget(foreign?.id)).toMatchObject({ widget: undefined });
      expect(await control.shares.openWidget(tokenHash, 1_000, own?.id ?? '')).toBeUndefined();
    });

    test('it ends when it is revoked, or its dashboard archived', async () => {
      const dashboard = await newDashboard();
      const { id } = dashboard;
      const [first, second] = [await share(id), await share(id)];
      const revoke = (projectId: string, dashboardId: string) =>
        control.shares.revoke(projectId, dashboardId, first.made?.id ?? '', ada);
      expect(await revoke(other.projectId, id)).toBe(false);
      expect(await revoke(project.projectId, (await newDashboard()).id)).toBe(false);
      expect(await revoke(project.projectId, id)).toBe(true);
      expect(await revoke(project.projectId, id)).toBe(false);
      expect(await control.shares.open(first.tokenHash, 1)).toBeUndefined();
      expect(await control.shares.open(second.tokenHash, 1)).toBeDefined();
      await control.dashboards.archive(project.projectId, id, ada);
      expect(await control.shares.open(second.tokenHash, 1)).toBeUndefined();
      expect(await control.shares.openWidget(second.tokenHash, 1, dashboard.widgets[0]?.id ?? '')).toBeUndefined();
      expect(await listed(id)).toBeUndefined();
    });

    test('what another project has is not shared', async () => {
      const { id } = await newDashboard();
      expect((await share(id, { projectId: other.projectId })).made).toBeUndefined();
      expect(await control.shares.list(other.projectId, id, { limit: 1 })).toBeUndefined();
    });

    test('making and revoking are logged without the hash', async () => {
      const { id } = await newDashboard();
      const { tokenHash, made } = await share(id, { name: 'Board' });
      await control.shares.revoke(project.projectId, id, made?.id ?? '', ada);
      const filter = { projectId: project.projectId, entityType: 'dashboard_share', entityId: made?.id ?? '' };
      const { rows } = await control.changes.list(filter, { limit: 100 });
      const state = { id: made?.id, dashboard_id: id, name: 'Board', created_by: 'Ada' };
      expect(rows).toMatchObject([
        { action: 'revoked', entityKey: 'Shown', before: state, after: null, environmentId: project.production },
        { action: 'created', entityKey: 'Shown', before: null, after: state, actor: ada },
      ]);
      expect(JSON.stringify(rows)).not.toContain(tokenHash);
    });

    test('a dashboard has a hundred links at most; those that expired long ago make room', async () => {
      const { id } = await newDashboard();
      await share(id, { expiresAtMs: 1 });
      for (let made = 0; made < 100; made += 1) await share(id);
      await expect(share(id)).rejects.toMatchObject({ reason: 'TOO_MANY_SHARES' });
      expect(await listed(id)).toHaveLength(100);
    });
  });
}
