import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { findDashboard, listDashboards, saveDashboard, saveWidget } from './dashboard-rows.ts';
import { dashboardState, refuseOverfull } from './dashboard-state.ts';
import type {
  Dashboard,
  DashboardPatch,
  DashboardSummary,
  NewDashboard,
  NewWidget,
  Widget,
  WidgetPatch,
} from './dashboard-store.ts';
import { patchWidget, readWidget } from './read-widget.ts';

export function dashboardOperations(sql: Sql) {
  /** `change` is given the dashboard as it is and the moment of the change. */
  const changing = <Args extends readonly unknown[], Result>(
    change: (dashboard: Dashboard, edit: Edit, ...args: Args) => Result,
  ) =>
    writing((projectId: string, id: string, actor: Actor, ...args: Args): Result | undefined => {
      const place = projectId.toLowerCase();
      const dashboard = findDashboard(sql, place, id);
      return dashboard && change(dashboard, { sql, projectId: place, actor, atMs: nextMoment(sql, place) }, ...args);
    });
  return {
    'dashboards.create': writing((projectId: string, dashboard: NewDashboard, actor: Actor) =>
      create(sql, projectId.toLowerCase(), dashboard, actor),
    ),
    'dashboards.list': reading((projectId: string, page: PageRequest): Page<DashboardSummary> => {
      return pageOf(listDashboards(sql, projectId.toLowerCase(), cursorOf(page), page.limit + 1), page);
    }),
    'dashboards.find': reading((projectId: string, id: string) => findDashboard(sql, projectId.toLowerCase(), id)),
    'dashboards.update': changing(update),
    'dashboards.archive': changing(archive),
    'dashboards.addWidget': changing(addWidget),
    'dashboards.updateWidget': changing(updateWidget),
    'dashboards.removeWidget': changing(removeWidget),
  };
}

interface Edit {
  readonly sql: Sql;
  readonly projectId: string;
  readonly actor: Actor;
  readonly atMs: number;
}

function create(sql: Sql, projectId: string, sent: NewDashboard, actor: Actor): Dashboard {
  if (sql.one('SELECT 1 FROM projects WHERE id = ?', projectId) === undefined) {
    throw new Unacceptable('project_id', 'There is no such project.');
  }
  const atMs = nextMoment(sql, projectId);
  const dashboard: Dashboard = {
    id: uuidv7(),
    name: storeText(sent.name),
    description: storeDescription(sent.description ?? null),
    isTemplate: false,
    layout: sent.layout ?? {},
    widgets: (sent.widgets ?? []).map((widget, index) => newWidget(widget, atMs, `widgets.${index}.`)),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
  record({ sql, projectId, actor, atMs }, 'created', null, dashboard);
  for (const widget of dashboard.widgets) saveWidget(sql, dashboard.id, widget);
  return dashboard;
}

function update(dashboard: Dashboard, edit: Edit, patch: DashboardPatch): Dashboard {
  const { name, description, layout = dashboard.layout } = patch;
  const patched = {
    ...dashboard,
    name: name === undefined ? dashboard.name : storeText(name),
    description: description === undefined ? dashboard.description : storeDescription(description),
    layout,
  };
  if (isDeepStrictEqual(patched, dashboard)) return dashboard;
  return record(edit, 'updated', dashboard, patched);
}

function archive(dashboard: Dashboard, edit: Edit): true {
  const { sql, atMs } = edit;
  record(edit, 'archived', dashboard, dashboard, atMs);
  sql.run('UPDATE dashboards SET archived_at = ? WHERE id = ?', atMs, dashboard.id);
  return true;
}

function addWidget(dashboard: Dashboard, edit: Edit, sent: NewWidget): Widget {
  const widget = newWidget(sent, edit.atMs);
  record(edit, 'widget_added', dashboard, { ...dashboard, widgets: [...dashboard.widgets, widget] });
  saveWidget(edit.sql, dashboard.id, widget);
  return widget;
}

function updateWidget(dashboard: Dashboard, edit: Edit, widgetId: string, patch: WidgetPatch): Widget | undefined {
  const widget = widgetOf(dashboard, widgetId);
  if (widget === undefined) return undefined;
  const patched = storable(patchWidget(widget, patch));
  if (isDeepStrictEqual(patched, widget)) return widget;
  const changed = { ...patched, updatedAtMs: edit.atMs };
  const widgets = dashboard.widgets.map((each) => (each === widget ? changed : each));
  record(edit, 'widget_updated', dashboard, { ...dashboard, widgets });
  saveWidget(edit.sql, dashboard.id, changed);
  return changed;
}

function removeWidget(dashboard: Dashboard, edit: Edit, widgetId: string): boolean {
  const widget = widgetOf(dashboard, widgetId);
  if (widget === undefined) return false;
  const widgets = dashboard.widgets.filter((each) => each !== widget);
  record(edit, 'widget_removed', dashboard, { ...dashboard, widgets });
  edit.sql.run('DELETE FROM widgets WHERE dashboard_id = ? AND id = ?', dashboard.id, widget.id);
  return true;
}

function widgetOf({ widgets }: Dashboard, widgetId: string): Widget | undefined {
  return widgets.find(({ id }) => id === widgetId.toLowerCase());
}

/** Saves the dashboard without its widgets, and logs it with them. */
function record(
  { sql, projectId, actor, atMs }: Edit,
  action: string,
  before: Dashboard | null,
  after: Dashboard,
  archivedAtMs: number | null = null,
): Dashboard {
  const changed = { ...after, updatedAtMs: atMs };
  refuseOverfull(changed);
  saveDashboard(sql, projectId, changed);
  recordChange(sql, actor, {
    projectId,
    entityType: 'dashboard',
    entityId: changed.id,
    entityKey: changed.name,
    action,
    before: before && dashboardState(before),
    after: dashboardState(changed, archivedAtMs),
    touches: [],
    atMs,
  });
  return changed;
}

function newWidget(sent: NewWidget, atMs: number, at = ''): Widget {
  return { id: uuidv7(), ...storable(readWidget(sent, at)), createdAtMs: atMs, updatedAtMs: atMs };
}

function storable<Content extends { readonly name: string; readonly description: string | null }>(
  content: Content,
): Content {
  return { ...content, name: storeText(content.name), description: storeDescription(content.description) };
}

const storeDescription = (description: string | null) => (description === null ? null : storeText(description));
