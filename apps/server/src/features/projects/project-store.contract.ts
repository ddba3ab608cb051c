import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Taken, Unacceptable } from '../../control/control-errors.ts';
import type { NewProject, NewProjectKey } from './project-store.ts';

const hash = (text: string) => text.padEnd(64, '0');

function newProject(slug: string, keys: readonly NewProjectKey[] = []): NewProject {
  return { slug, name: `Project ${slug}`, plan: 'growth', keys };
}

function newKey(environmentSlug: 'production' | 'development', text: string): NewProjectKey {
  return { environmentSlug, kind: 'secret', name: 'first', hash: hash(text), hint: 'abcd', text: null };
}

export function projectStoreContract(open: () => Promise<ControlPlane>): void {
  describe('ProjectStore', () => {
    let control: ControlPlane;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    test('creates the project with the environments production and development and its keys', async () => {
      const project = await control.projects.create(
        newProject('shop', [newKey('production', 'aa'), newKey('development', 'bb')]),
      );
      expect(project).toMatchObject({ slug: 'shop', name: 'Project shop', plan: 'growth' });
      expect(project).toMatchObject({ timezone: 'UTC', retentionDays: null });
      expect(project.createdAtMs).toBe(project.updatedAtMs);
      const environments = await control.environments.list(project.id, { limit: 10 });
      expect(environments.rows.map((row) => row.slug).sort()).toEqual(['development', 'production']);
      const keys = await control.keys.list(project.id, { limit: 10 });
      expect(keys.rows.map((row) => row.environmentSlug).sort()).toEqual(['development', 'production']);
    });

    test('a taken slug is refused', async () => {
      await control.projects.create(newProject('taken'));
      const again = control.projects.create(newProject('taken'));
      await expect(again).rejects.toThrow(Taken);
      await expect(again).rejects.toMatchObject({ reason: 'PROJECT_SLUG_EXISTS' });
    });

    test('an unknown plan is refused, on creation and on change', async () => {
      const unknown = control.projects.create({ ...newProject('no-plan'), plan: 'platinum' });
      await expect(unknown).rejects.toThrow(Unacceptable);
      await expect(unknown).rejects.toMatchObject({ field: 'plan' });
      await control.projects.create(newProject('has-plan'));
      await expect(control.projects.update('has-plan', { plan: 'platinum' })).rejects.toThrow(Unacceptable);
    });

    test('a project can be unmetered', async () => {
      await control.projects.create(newProject('free-rein'));
      expect(await control.projects.update('free-rein', { plan: 'unmetered' })).toMatchObject({ plan: 'unmetered' });
    });

    test('a creation that fails leaves nothing behind', async () => {
      const twice = newProject('half', [newKey('production', 'cc'), newKey('development', 'cc')]);
      await expect(control.projects.create(twice)).rejects.toThrow(Taken);
      expect(await control.projects.find('half')).toBeUndefined();
      await control.projects.create(newProject('half', [newKey('production', 'cc')]));
    });

    test('is found by id in any letter case, and by slug', async () => {
      const project = await control.projects.create(newProject('wanted'));
      expect(await control.projects.find('wanted')).toEqual(project);
      expect(await control.projects.find(project.id.toUpperCase())).toEqual(project);
      expect(await control.projects.find('unwanted')).toBeUndefined();
    });

    test('update changes what was sent and keeps the rest', async () => {
      const project = await control.projects.create(newProject('changing'));
      const renamed = await control.projects.update(project.id, { name: 'New name' });
      expect(renamed).toMatchObject({ id: project.id, name: 'New name', plan: 'growth' });
      expect(await control.projects.find('changing')).toEqual(renamed);
      expect(await control.projects.update('nobody', { name: 'x' })).toBeUndefined();
    });

    test('a time zone is kept under its canonical name, and an unknown one changes nothing', async () => {
      const project = await control.projects.create(newProject('abroad'));
      const moved = await control.projects.update('abroad', { timezone: 'europe/berlin', retentionDays: 90 });
      expect(moved).toMatchObject({ timezone: 'Europe/Berlin', retentionDays: 90, name: project.name });
      const refused = control.projects.update('abroad', { timezone: 'Europe/Atlantis', name: 'New', retentionDays: 1 });
      await expect(refused).rejects.toThrow(Unacceptable);
      await expect(refused).rejects.toMatchObject({ field: 'timezone' });
      expect(await control.projects.find('abroad')).toEqual(moved);
      expect(await control.projects.update('abroad', { retentionDays: null })).toMatchObject({
        timezone: 'Europe/Berlin',
        retentionDays: null,
      });
    });

    test('pages are newest first and neither repeat nor skip', async () => {
      for (let index = 0; index < 5; index++) await control.projects.create(newProject(`paged-${index}`));
      const whole = await control.projects.list({ limit: 100 });
      expect(whole.rows.slice(0, 2).map((row) => row.slug)).toEqual(['paged-4', 'paged-3']);
      expect(whole.nextCursor).toBeNull();
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await control.projects.list(cursor === null ? { limit: 2 } : { limit: 2, cursor });
        seen.push(...page.rows.map((row) => row.slug));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(whole.rows.map((row) => row.slug));
    });
  });
}
