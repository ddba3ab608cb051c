import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';

export function environmentStoreContract(open: () => Promise<ControlPlane>): void {
  describe('EnvironmentStore', () => {
    let control: ControlPlane;
    let projectId: string;
    let otherId: string;
    beforeAll(async () => {
      control = await open();
      projectId = (await control.projects.create({ slug: 'one', name: 'One', plan: 'free', keys: [] })).id;
      otherId = (await control.projects.create({ slug: 'two', name: 'Two', plan: 'free', keys: [] })).id;
    });
    afterAll(() => control.close());

    test('a new environment starts at config version 1', async () => {
      const staging = await control.environments.create({ projectId, slug: 'staging', name: 'Staging' });
      expect(staging).toMatchObject({ projectId, slug: 'staging', name: 'Staging', configVersion: 1 });
    });

    test('a slug is unique in its project only', async () => {
      await control.environments.create({ projectId, slug: 'qa', name: 'QA' });
      const again = control.environments.create({ projectId, slug: 'qa', name: 'QA' });
      await expect(again).rejects.toThrow(Taken);
      await expect(again).rejects.toMatchObject({ reason: 'ENVIRONMENT_SLUG_EXISTS' });
      await control.environments.create({ projectId: otherId, slug: 'qa', name: 'QA' });
    });

    test('an unknown project is refused', async () => {
      const projectless = { projectId: '0190163d-8694-739b-aea5-966c26f8ad91', slug: 'x', name: 'X' };
      await expect(control.environments.create(projectless)).rejects.toThrow(Unacceptable);
    });

    test('is found by id or slug, within its project', async () => {
      const found = await control.environments.find(projectId, 'production');
      expect(found?.slug).toBe('production');
      expect(await control.environments.find(projectId, found?.id.toUpperCase() ?? '')).toEqual(found);
      expect(await control.environments.find(otherId, found?.id ?? '')).toBeUndefined();
    });

    test('pages are newest first', async () => {
      const last = await control.environments.create({ projectId, slug: 'last', name: 'Last' });
      const page = await control.environments.list(projectId, { limit: 1 });
      expect(page).toEqual({ rows: [last], nextCursor: last.id });
      const rest = await control.environments.list(projectId, { limit: 100, cursor: last.id });
      expect(rest.rows.map((row) => row.slug)).not.toContain('last');
      expect(rest.rows.map((row) => row.slug)).toContain('production');
    });
  });
}
