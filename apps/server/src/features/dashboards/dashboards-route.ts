import { invalidField, knownInsightQuery, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { Dashboard, DashboardSummary, Widget } from './dashboard-store.ts';
import { newWidgetOf, widgetPatchOf } from './widget-of.ts';
import type { DashboardCatalog } from './with-templates.ts';

/** Dashboards and their widgets. They change nothing that clients are served, so nothing is published. */
export function registerDashboardsRoute(fastify: FastifyInstance, dashboards: DashboardCatalog): void {
  handle(fastify, 'listDashboards', async ({ access, query }) => {
    const filter = omitUndefined({ isTemplate: query.is_template });
    return listResponse(await dashboards.list(access.projectId, pageRequest(query, 50), filter), summaryRow);
  });

  handle(fastify, 'createDashboard', async ({ actor, reply, access, body }) => {
    const dashboard = await dashboards.create(access.projectId, newDashboard(body), actor);
    reply.code(201);
    return { data: dashboardRow(dashboard) };
  });

  handle(fastify, 'materializeDashboard', async ({ actor, reply, access, body }) => {
    const widgets = body.widgets.map((widget, index) => newWidgetOf(widget, `widgets.${index}.query`));
    const whole = { ...newDashboard(body), widgets };
    const made = await dashboards.create(access.projectId, whole, actor);
    const { id, name, description } = made;
    reply.code(201);
    return { data: { id, name, description, widgets: made.widgets.map(madeRow) } };
  });

  handle(fastify, 'showDashboard', async ({ access, param }) => ({
    data: dashboardRow(orNotFound(await dashboards.find(access.projectId, param('id')), 'dashboard')),
  }));

  handle(fastify, 'changeDashboard', async ({ actor, access, body, param }) => {
    const { name, description, layout, is_template: isTemplate } = body;
    const current = orNotFound(await dashboards.find(access.projectId, param('id')), 'dashboard');
    if (isTemplate !== undefined && isTemplate !== current.isTemplate)
      throw invalidField('is_template', "can't be changed");
    const patch = omitUndefined({ name, description, layout });
    const changed = await dashboards.update(access.projectId, current.id, patch, actor);
    return { data: dashboardRow(orNotFound(changed, 'dashboard')) };
  });

  handle(fastify, 'archiveDashboard', async ({ actor, reply, access, param }) => {
    const isArchived = await dashboards.archive(access.projectId, param('id'), actor);
    orNotFound(isArchived || undefined, 'dashboard');
    return reply.code(204).send();
  });

  handle(fastify, 'addWidget', async ({ actor, reply, access, body, param }) => {
    const id = param('id');
    const widget = orNotFound(await dashboards.addWidget(access.projectId, id, newWidgetOf(body), actor), 'dashboard');
    reply.code(201);
    return { data: widgetRow(id, widget) };
  });

  handle(fastify, 'changeWidget', async ({ actor, access, body, param }) => {
    const id = param('id');
    if (body.dashboard_id !== undefined && body.dashboard_id.toLowerCase() !== id.toLowerCase())
      throw invalidField('dashboard_id', "can't be changed");
    const changed = await dashboards.updateWidget(access.projectId, id, param('widgetId'), widgetPatchOf(body), actor);
    return { data: widgetRow(id, orNotFound(changed, 'dashboard or widget')) };
  });

  handle(fastify, 'removeWidget', async ({ actor, reply, access, param }) => {
    const isRemoved = await dashboards.removeWidget(access.projectId, param('id'), param('widgetId'), actor);
    orNotFound(isRemoved || undefined, 'dashboard or widget');
    return reply.code(204).send();
  });
}

const newDashboard = ({ name, description, layout }: Wire['NewDashboardBody']) => ({
  name,
  ...omitUndefined({ description, layout }),
});

const summaryRow = (dashboard: DashboardSummary) => ({
  id: dashboard.id,
  name: dashboard.name,
  description: dashboard.description,
  is_template: dashboard.isTemplate,
  created_at: isoTime(dashboard.createdAtMs),
  updated_at: isoTime(dashboard.updatedAtMs),
});

const dashboardRow = (dashboard: Dashboard) => ({
  ...summaryRow(dashboard),
  layout: dashboard.layout,
  widgets: dashboard.widgets.map((widget) => widgetRow(dashboard.id, widget)),
});

function widgetRow(dashboardId: string, widget: Widget) {
  const { query, unknown } = knownInsightQuery(widget.query);
  return {
    id: widget.id,
    dashboard_id: dashboardId.toLowerCase(),
    type: query.kind,
    name: widget.name,
    description: widget.description,
    position: widget.position,
    query,
    ...(unknown.length === 0 ? {} : { notices: unknown.map(ignored) }),
    viz: widget.viz,
    created_at: isoTime(widget.createdAtMs),
    updated_at: isoTime(widget.updatedAtMs),
  };
}

const ignored = (option: string): string => `The option ${option} is not supported and is ignored.`;

const madeRow = ({ id, name, query }: Widget) => ({ id, type: query.kind, name });
