import type { Sql } from '../../engines/sqlite/sql.ts';
import type { Dashboard, DashboardSummary, Widget } from './dashboard-store.ts';

interface WidgetRow extends Omit<Widget, 'position' | 'query' | 'viz'> {
  readonly position: string;
  readonly query: string;
  readonly viz: string;
}

type DashboardRow = Omit<DashboardSummary, 'isTemplate'>;

const summary = 'id, name, description, created_at AS createdAtMs, updated_at AS updatedAtMs';
const LIST = `SELECT ${summary} FROM dashboards WHERE project_id = ? AND archived_at IS NULL AND id < ?
  ORDER BY id DESC LIMIT ?`;
const FIND = `SELECT ${summary}, layout FROM dashboards WHERE project_id = ? AND archived_at IS NULL AND id = ?`;
const WIDGETS = `SELECT id, name, description, position, query, viz, created_at AS createdAtMs,
  updated_at AS updatedAtMs FROM widgets WHERE dashboard_id = ? ORDER BY id`;
const SAVE = `INSERT INTO dashboards (id, project_id, name, description, layout, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
  description = excluded.description, layout = excluded.layout, updated_at = excluded.updated_at`;
const SAVE_WIDGET = `INSERT INTO widgets (dashboard_id, id, name, description, position, query, viz, created_at,
  updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dashboard_id, id) DO UPDATE SET name = excluded.name,
  description = excluded.description, position = excluded.position, query = excluded.query, viz = excluded.viz,
  updated_at = excluded.updated_at`;

export function listDashboards(sql: Sql, projectId: string, cursor: string, limit: number): DashboardSummary[] {
  return sql.all<DashboardRow>(LIST, projectId, cursor, limit).map((row) => ({ ...row, isTemplate: false }));
}

export function findDashboard(sql: Sql, projectId: string, id: string): Dashboard | undefined {
  const row = sql.one<DashboardRow & { layout: string }>(FIND, projectId, id.toLowerCase());
  if (row === undefined) return undefined;
  const widgets = sql.all<WidgetRow>(WIDGETS, row.id).map(readWidgetRow);
  return { ...row, isTemplate: false, layout: JSON.parse(row.layout), widgets };
}

export function saveDashboard(sql: Sql, projectId: string, dashboard: Dashboard): void {
  const { id, name, description, layout, createdAtMs, updatedAtMs } = dashboard;
  sql.run(SAVE, id, projectId, name, description, JSON.stringify(layout), createdAtMs, updatedAtMs);
}

export function saveWidget(sql: Sql, dashboardId: string, widget: Widget): void {
  const { id, name, description, createdAtMs, updatedAtMs } = widget;
  const content = [widget.position, widget.query, widget.viz].map((part) => JSON.stringify(part));
  sql.run(SAVE_WIDGET, dashboardId, id, name, description, ...content, createdAtMs, updatedAtMs);
}

const readWidgetRow = (row: WidgetRow): Widget => ({
  ...row,
  position: JSON.parse(row.position),
  query: JSON.parse(row.query),
  viz: JSON.parse(row.viz),
});
