import { ReadOnly } from '../../control/control-errors.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Dashboard, DashboardStore, DashboardSummary } from './dashboard-store.ts';
import { templates } from './templates/templates.ts';

interface DashboardFilter {
  /** Only templates, or only what is none. */
  readonly isTemplate?: boolean;
}

/**
 * The dashboards of a project and, after them, the templates that every project has.
 * Anyone who would change a template is reported so: ReadOnly.
 */
export interface DashboardCatalog extends DashboardStore {
  list(projectId: string, page: PageRequest, filter?: DashboardFilter): Promise<Page<DashboardSummary>>;
}

export function withTemplates(store: DashboardStore): DashboardCatalog {
  return {
    create: (projectId, dashboard, actor) => store.create(projectId, dashboard, actor),
    list: async (projectId, page, { isTemplate } = {}) => {
      if (isTemplate === true) return thenTemplates({ rows: [], nextCursor: null }, page);
      const stored = await store.list(projectId, page);
      return isTemplate === false ? stored : thenTemplates(stored, page);
    },
    find: async (projectId, id) => templateOf(id) ?? (await store.find(projectId, id)),
    update: async (projectId, id, patch, actor) => await store.update(projectId, writable(id), patch, actor),
    archive: async (projectId, id, actor) => await store.archive(projectId, writable(id), actor),
    addWidget: async (projectId, id, widget, actor) => await store.addWidget(projectId, writable(id), widget, actor),
    updateWidget: async (projectId, id, widgetId, patch, actor) =>
      await store.updateWidget(projectId, writable(id), widgetId, patch, actor),
    removeWidget: async (projectId, id, widgetId, actor) =>
      await store.removeWidget(projectId, writable(id), widgetId, actor),
  };
}

/** A last page of stored dashboards is filled up with templates; their ids are below all others. */
function thenTemplates(stored: Page<DashboardSummary>, { limit, cursor }: PageRequest): Page<DashboardSummary> {
  if (stored.nextCursor !== null) return stored;
  const rest = cursor === undefined ? templates : templates.filter(({ id }) => id < cursor.toLowerCase());
  const rows = [...stored.rows, ...rest].slice(0, limit);
  const isLast = rows.length === stored.rows.length + rest.length;
  return { rows, nextCursor: isLast ? null : (rows.at(-1)?.id ?? null) };
}

function templateOf(id: string): Dashboard | undefined {
  return templates.find((template) => template.id === id.toLowerCase());
}

function writable(id: string): string {
  if (templateOf(id) !== undefined)
    throw new ReadOnly("Templates can't be changed. Create a dashboard from it instead.");
  return id;
}
