import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../control/test-project.contract.ts';
import type { Dashboard, NewDashboard, NewWidget, WidgetPatch } from './dashboard-store.ts';

const visits: NewWidget = { name: 'Visits', query: { kind: 'sql', sql: 'SELECT 1' } };
const signUps: NewWidget = {
  name: 'Sign-ups',
  query: {
    kind: 'funnel',
    steps: [
      { event: 'seen', filters: [] },
      { event: 'signed', filters: [] },
    ],
    conversionWindow: '7d',
    range: { kind: 'relative', last: '7d' },
    filters: [],
  },
};
const nobody = '00000000-0000-4000-8000-000000000000';

export function dashboardStoreContract(open: () => Promise<ControlPlane>): void {
  describe('DashboardStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let other: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const create = (dashboard: NewDashboard) => control.dashboards.create(project.projectId, dashboard, ada);
    const find = (id: string) => control.dashboards.find(project.projectId, id);
    const add = (id: string, widget: NewWidget) => control.dashboards.addWidget(project.projectId, id, widget, ada);
    const patch = (id: string, widgetId: string, sent: WidgetPatch) =>
      control.dashboards.updateWidget(project.projectId, id, widgetId, sent, ada);
    const remove = (id: string, widgetId: string) =>
      control.dashboards.removeWidget(project.projectId, id, widgetId, ada);
    const logOf = async (id: string) => {
      const filter = { projectId: project.projectId, entityType: 'dashboard', entityId: id };
      return (await control.changes.list(filter, { limit: 100 })).rows.toReversed();
    };

    test('a new dashboard is empty, and found by id in any letter case, in its project only', async () => {
      const dashboard = await create({ name: 'Shop' });
      expect(dashboard).toEqual({
        id: expect.any(String),
        name: 'Shop',
        description: null,
        isTemplate: false,
        layout: {},
        widgets: [],
        createdAtMs: expect.any(Number),
        updatedAtMs: dashboard.createdAtMs,
      });
      expect(await find(dashboard.id.toUpperCase())).toEqual(dashboard);
      expect(await control.dashboards.find(other.projectId, dashboard.id)).toBeUndefined();
      expect(await find('nonsense')).toBeUndefined();
    });

    test('one is made with its widgets in order, each with a place and a viz that fits', async () => {
      const layout = JSON.parse('{"columns": 12, "__proto__": {"a": "\\u0000\\ud800"}}');
      const made = await create({ name: 'Both', description: 'About', layout, widgets: [visits, signUps] });
      expect(made.widgets).toMatchObject([
        { name: 'Visits', description: null, position: { x: 0, y: 0, w: 4, h: 3 }, viz: { kind: 'sql' } },
        { name: 'Sign-ups', query: signUps.query, viz: { kind: 'funnel', showCounts: true } },
      ]);
      const again = await find(made.id);
      expect(again).toEqual(made);
      expect(JSON.stringify(again?.layout)).toBe(JSON.stringify(layout));
    });

    test('one that cannot be made whole is not made', async () => {
      const before = await control.dashboards.list(project.projectId, { limit: 100 });
      const log = await changesOf(control, project.projectId);
      const wrong = { ...visits, viz: { kind: 'paths' } } as const;
      const making = create({ name: 'Half', widgets: [visits, signUps, wrong] });
      await expect(making).rejects.toThrow(Unacceptable);
      await expect(making).rejects.toMatchObject({ field: 'widgets.2.viz.kind' });
      await expect(create({ name: 'Half', widgets: [{ ...visits, type: 'paths' }] })).rejects.toMatchObject({
        field: 'widgets.0.type',
      });
      expect(await control.dashboards.list(project.projectId, { limit: 100 })).toEqual(before);
      expect(await changesOf(control, project.projectId)).toEqual(log);
    });

    test('update changes what was sent and keeps the rest', async () => {
      const dashboard = await create({ name: 'Old', description: 'Old', layout: { a: 1 }, widgets: [visits] });
      const update = (sent: object) => control.dashboards.update(project.projectId, dashboard.id, sent, ada);
      const renamed = await update({ name: 'New' });
      expect(renamed).toEqual({ ...dashboard, name: 'New', updatedAtMs: expect.any(Number) });
      expect(await update({ description: null, layout: { b: 2 } })).toMatchObject({
        name: 'New',
        description: null,
        layout: { b: 2 },
        widgets: dashboard.widgets,
      });
      expect(await control.dashboards.update(other.projectId, dashboard.id, { name: 'x' }, ada)).toBeUndefined();
      expect((await find(dashboard.id))?.name).toBe('New');
    });

    test('an archived dashboard is gone from lists, and nothing of it can be changed', async () => {
      const { id, widgets } = await create({ name: 'Leaving', widgets: [visits] });
      const widgetId = widgets[0]?.id ?? '';
      expect(await control.dashboards.archive(other.projectId, id, ada)).toBe(false);
      expect(await control.dashboards.archive(project.projectId, id, ada)).toBe(true);
      expect(await control.dashboards.archive(project.projectId, id, ada)).toBe(false);
      expect(await find(id)).toBeUndefined();
      expect(await add(id, visits)).toBeUndefined();
      expect(await patch(id, widgetId, { name: 'x' })).toBeUndefined();
      expect(await remove(id, widgetId)).toBe(false);
      const { rows } = await control.dashboards.list(project.projectId, { limit: 100 });
      expect(rows.map((row) => row.id)).not.toContain(id);
      expect((await logOf(id)).at(-1)).toMatchObject({
        action: 'archived',
        before: { archived_at: null },
        after: { archived_at: expect.stringMatching(/Z$/), widgets: [{ name: 'Visits' }] },
      });
    });

    test('a widget is added, changed and removed, and its dashboard is newer for it', async () => {
      const { id, updatedAtMs } = await create({ name: 'Widgets' });
      const widget = await add(id, { ...visits, position: { x: 4 } });
      expect(widget?.position).toEqual({ x: 4, y: 0, w: 4, h: 3 });
      const wider = await patch(id, widget?.id.toUpperCase() ?? '', { position: { w: 8 }, description: 'About' });
      expect(wider).toMatchObject({
        ...widget,
        position: { x: 4, y: 0, w: 8, h: 3 },
        description: 'About',
        updatedAtMs: expect.any(Number),
      });
      const found = await find(id);
      expect(found?.widgets).toEqual([wider]);
      expect(found?.updatedAtMs).toBeGreaterThan(updatedAtMs);
      expect(await remove(id, widget?.id ?? '')).toBe(true);
      expect(await remove(id, widget?.id ?? '')).toBe(false);
      expect((await find(id))?.widgets).toEqual([]);
      expect(await patch(id, nobody, { name: 'x' })).toBeUndefined();
      expect(await add(nobody, visits)).toBeUndefined();
    });

    test('a widget of one dashboard is not found in another', async () => {
      const { widgets } = await create({ name: 'One', widgets: [visits] });
      const two = await create({ name: 'Two' });
      expect(await patch(two.id, widgets[0]?.id ?? '', { name: 'x' })).toBeUndefined();
      expect(await remove(two.id, widgets[0]?.id ?? '')).toBe(false);
    });

    test('each change is one entry that follows on the one before; what changes nothing is none', async () => {
      const version = await versionOf(control, project.projectId, 'production');
      const { id, widgets } = await create({ name: 'Logged', widgets: [visits] });
      const widgetId = widgets[0]?.id ?? '';
      await control.dashboards.update(project.projectId, id, { name: 'Logged', layout: {} }, ada);
      await control.dashboards.update(project.projectId, id, { name: 'Renamed' }, ada);
      await patch(id, widgetId, { name: 'Visits', query: visits.query });
      await patch(id, widgetId, { name: 'Visitors' });
      await add(id, signUps);
      await remove(id, widgetId);
      const log = await logOf(id);
      expect(log.map(({ action }) => action)).toEqual([
        'created',
        'updated',
        'widget_updated',
        'widget_added',
        'widget_removed',
      ]);
      expect(log.map(({ before }) => before)).toEqual([null, ...log.slice(0, -1).map(({ after }) => after)]);
      expect(log.at(-1)).toMatchObject({
        entityKey: 'Renamed',
        actor: ada,
        environmentId: null,
        configVersion: null,
        after: { name: 'Renamed', widgets: [{ type: 'funnel', name: 'Sign-ups' }] },
      });
      expect(await versionOf(control, project.projectId, 'production')).toBe(version);
    });

    test('a dashboard takes a hundred widgets and 1 MiB, and no more', async () => {
      const full = await create({ name: 'Full', widgets: Array.from({ length: 100 }, () => visits) });
      await expect(add(full.id, visits)).rejects.toThrow(WrongState);
      await expect(add(full.id, visits)).rejects.toMatchObject({ reason: 'DASHBOARD_FULL' });
      const large = await create({ name: 'Large', layout: { text: 'x'.repeat(1_000_000) } });
      const more = control.dashboards.update(
        project.projectId,
        large.id,
        { layout: { text: 'x'.repeat(1_050_000) } },
        ada,
      );
      await expect(more).rejects.toMatchObject({ reason: 'DASHBOARD_FULL' });
      expect(await find(large.id)).toEqual(large);
      expect((await find(full.id))?.widgets).toHaveLength(100);
    });

    test('texts that cannot be stored as they are become readable ones', async () => {
      const { id } = await create({ name: 'a\u0000b', widgets: [{ ...visits, name: 'c\ud800' }] });
      expect(await find(id)).toMatchObject({ name: 'a\ufffdb', widgets: [{ name: 'c\ufffd' }] });
    });

    test('pages are newest first and neither repeat nor skip', async () => {
      const whole = await control.dashboards.list(project.projectId, { limit: 100 });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await control.dashboards.list(
          project.projectId,
          cursor === null ? { limit: 2 } : { limit: 2, cursor },
        );
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen.length).toBeGreaterThan(4);
      expect(seen).toEqual(whole.rows.map(({ id }) => id));
      const { layout: _layout, widgets: _widgets, ...summary } = (await find(seen[0] ?? '')) as Dashboard;
      expect(whole.rows[0]).toEqual(summary);
    });
  });
}
