import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { pauseDigestsOfDashboard } from '../digests/pause-digests.ts';
import { requireProject } from '../projects/require-project.ts';
import { dashboardState, refuseOverfull } from './dashboard-state.ts';
import {
  ARCHIVE_DASHBOARD,
  DELETE_WIDGET,
  findDashboard,
  listDashboards,
  saveDashboard,
  saveWidget,
} from './dashboard-statements.ts';
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

export const dashboardOperations = {
  create: writing((db, projectId: string, dashboard: NewDashboard, actor: Actor) =>
    create(db, projectId.toLowerCase(), dashboard, actor),
  ),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<DashboardSummary>> => {
    return pageOf(await listDashboards(db, projectId, cursorOf(page), page.limit + 1), page);
  }),
  find: reading(findDashboard),
  update: writing((db, projectId: string, id: string, patch: DashboardPatch, actor: Actor) =>
    change({ db, projectId, id, actor }, (dashboard, edit) => update(dashboard, edit, patch)),
  ),
  archive: writing(async (db, projectId: string, id: string, actor: Actor): Promise<boolean> => {
    return (await change({ db, projectId, id, actor }, archive)) ?? false;
  }),
  addWidget: writing((db, projectId: string, id: string, widget: NewWidget, actor: Actor) =>
    change({ db, projectId, id, actor }, (dashboard, edit) => addWidget(dashboard, edit, widget)),
  ),
  updateWidget: writing((db, projectId: string, id: string, widgetId: string, patch: WidgetPatch, actor: Actor) =>
    change({ db, projectId, id, actor }, (dashboard, edit) => updateWidget(dashboard, edit, widgetId, patch)),
  ),
  removeWidget: writing(async (db, projectId: string, id: string, widgetId: string, actor: Actor): Promise<boolean> => {
    const place = { db, projectId, id, actor };
    return (await change(place, (dashboard, edit) => removeWidget(dashboard, edit, widgetId))) ?? false;
  }),
};

interface Edit {
  readonly db: Db;
  readonly projectId: string;
  readonly actor: Actor;
  readonly atMs: number;
}

/** `run` is given the dashboard as it is and the moment of the change. Undefined where there is no such dashboard. */
async function change<Result>(
  { db, id, actor, ...place }: Omit<Edit, 'atMs'> & { readonly id: string },
  run: (dashboard: Dashboard, edit: Edit) => Promise<Result>,
): Promise<Result | undefined> {
  const projectId = place.projectId.toLowerCase();
  const dashboard = await findDashboard(db, projectId, id);
  return dashboard && (await run(dashboard, { db, projectId, actor, atMs: await nextMoment(db, projectId) }));
}

async function create(db: Db, projectId: string, sent: NewDashboard, actor: Actor): Promise<Dashboard> {
  await requireProject(db, projectId);
  const atMs = await nextMoment(db, projectId);
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
  await record({ db, projectId, actor, atMs }, 'created', null, dashboard);
  for (const widget of dashboard.widgets) await saveWidget(db, dashboard.id, widget);
  return dashboard;
}

async function update(dashboard: Dashboard, edit: Edit, patch: DashboardPatch): Promise<Dashboard> {
  const { name, description, layout = dashboard.layout } = patch;
  const patched = {
    ...dashboard,
    name: name === undefined ? dashboard.name : storeText(name),
    description: description === undefined ? dashboard.description : storeDescription(description),
    layout,
  };
  if (isDeepStrictEqual(patched, dashboard)) return dashboard;
  return await record(edit, 'updated', dashboard, patched);
}

async function archive(dashboard: Dashboard, edit: Edit): Promise<true> {
  const { db, atMs } = edit;
  await record(edit, 'archived', dashboard, dashboard, atMs);
  await db.run(ARCHIVE_DASHBOARD, { id: dashboard.id, atMs });
  await pauseDigestsOfDashboard(db, edit.projectId, dashboard.id, edit.actor);
  return true;
}

async function addWidget(dashboard: Dashboard, edit: Edit, sent: NewWidget): Promise<Widget> {
  const widget = newWidget(sent, edit.atMs);
  await record(edit, 'widget_added', dashboard, { ...dashboard, widgets: [...dashboard.widgets, widget] });
  await saveWidget(edit.db, dashboard.id, widget);
  return widget;
}

async function updateWidget(
  dashboard: Dashboard,
  edit: Edit,
  widgetId: string,
  patch: WidgetPatch,
): Promise<Widget | undefined> {
  const widget = widgetOf(dashboard, widgetId);
  if (widget === undefined) return undefined;
  const patched = storable(patchWidget(widget, patch));
  if (isDeepStrictEqual(patched, widget)) return widget;
  const changed = { ...patched, updatedAtMs: edit.atMs };
  const widgets = dashboard.widgets.map((each) => (each === widget ? changed : each));
  await record(edit, 'widget_updated', dashboard, { ...dashboard, widgets });
  await saveWidget(edit.db, dashboard.id, changed);
  return changed;
}

async function removeWidget(dashboard: Dashboard, edit: Edit, widgetId: string): Promise<boolean> {
  const widget = widgetOf(dashboard, widgetId);
  if (widget === undefined) return false;
  const widgets = dashboard.widgets.filter((each) => each !== widget);
  await record(edit, 'widget_removed', dashboard, { ...dashboard, widgets });
  await edit.db.run(DELETE_WIDGET, { dashboardId: dashboard.id, id: widget.id });
  return true;
}

function widgetOf({ widgets }: Dashboard, widgetId: string): Widget | undefined {
  return widgets.find(({ id }) => id === widgetId.toLowerCase());
}

/** Saves the dashboard without its widgets, and logs it with them. */
async function record(
  { db, projectId, actor, atMs }: Edit,
  action: string,
  before: Dashboard | null,
  after: Dashboard,
  archivedAtMs: number | null = null,
): Promise<Dashboard> {
  const changed = { ...after, updatedAtMs: atMs };
  refuseOverfull(changed);
  await saveDashboard(db, projectId, changed);
  await recordChange(db, actor, {
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
