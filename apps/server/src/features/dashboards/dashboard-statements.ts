import type { FilledInsightQuery } from '@lamppost/protocol';
import type { Db } from '../../control/sql/db.ts';
import { integer, json, nullable, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Dashboard, DashboardSummary, Widget, WidgetPosition, WidgetViz } from './dashboard-store.ts';

const summary = { id: text, name: text, description: nullable(text), createdAtMs: integer, updatedAtMs: integer };
const dashboard = { ...summary, layout: json<Dashboard['layout']>() };
const widget = {
  ...summary,
  position: json<WidgetPosition>(),
  query: json<FilledInsightQuery>(),
  viz: json<WidgetViz>(),
};
const SUMMARY = 'id, name, description, created_at AS createdAtMs, updated_at AS updatedAtMs';

const LIST = statement({
  sql: `SELECT ${SUMMARY} FROM dashboards WHERE project_id = :projectId AND archived_at IS NULL AND id < :cursor
    ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: summary,
});
const FIND = statement({
  sql: `SELECT ${SUMMARY}, layout FROM dashboards WHERE project_id = :projectId AND archived_at IS NULL AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: dashboard,
});
const WIDGETS = statement({
  sql: `SELECT ${SUMMARY}, position, query, viz FROM widgets WHERE dashboard_id = :dashboardId ORDER BY id`,
  params: { dashboardId: text },
  row: widget,
});
const FIND_WIDGET = statement({
  sql: `SELECT ${SUMMARY}, position, query, viz FROM widgets WHERE dashboard_id = :dashboardId AND id = :id`,
  params: { dashboardId: text, id: uuid },
  row: widget,
});
const SAVE = statement({
  sql: `INSERT INTO dashboards (id, project_id, name, description, layout, created_at, updated_at)
    VALUES (:id, :projectId, :name, :description, :layout, :createdAtMs, :updatedAtMs) ON CONFLICT (id)
    DO UPDATE SET name = excluded.name, description = excluded.description, layout = excluded.layout,
    updated_at = excluded.updated_at`,
  params: { ...dashboard, projectId: text },
});
const SAVE_WIDGET = statement({
  sql: `INSERT INTO widgets (dashboard_id, id, name, description, position, query, viz, created_at, updated_at)
    VALUES (:dashboardId, :id, :name, :description, :position, :query, :viz, :createdAtMs, :updatedAtMs)
    ON CONFLICT (dashboard_id, id) DO UPDATE SET name = excluded.name, description = excluded.description,
    position = excluded.position, query = excluded.query, viz = excluded.viz, updated_at = excluded.updated_at`,
  params: { ...widget, dashboardId: text },
});
export const ARCHIVE_DASHBOARD = statement({
  sql: 'UPDATE dashboards SET archived_at = :atMs WHERE id = :id',
  params: { id: text, atMs: integer },
});
export const DELETE_WIDGET = statement({
  sql: 'DELETE FROM widgets WHERE dashboard_id = :dashboardId AND id = :id',
  params: { dashboardId: text, id: text },
});

export async function listDashboards(
  db: Db,
  projectId: string,
  cursor: string,
  limit: number,
): Promise<DashboardSummary[]> {
  const rows = await db.all(LIST, { projectId, cursor, limit });
  return rows.map((row) => ({ ...row, isTemplate: false }));
}

export async function findDashboard(db: Db, projectId: string, id: string): Promise<Dashboard | undefined> {
  const row = await db.one(FIND, { projectId, id });
  if (row === undefined) return undefined;
  return { ...row, isTemplate: false, widgets: await db.all(WIDGETS, { dashboardId: row.id }) };
}

export function findWidget(db: Db, dashboardId: string, id: string): Promise<Widget | undefined> {
  return db.one(FIND_WIDGET, { dashboardId, id });
}

export async function saveDashboard(db: Db, projectId: string, saved: Dashboard): Promise<void> {
  await db.run(SAVE, { ...saved, projectId });
}

export async function saveWidget(db: Db, dashboardId: string, saved: Widget): Promise<void> {
  await db.run(SAVE_WIDGET, { ...saved, dashboardId });
}
