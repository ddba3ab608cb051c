import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { withTemplates } from '../../features/dashboards/with-templates.ts';
import { statementRefusalQuery } from '../../features/insights/queries/statement-refusal.ts';
import type { ControlPlane } from '../control/control-plane.ts';
import { allPages } from './all-pages.ts';

/** Statements on dashboards that the store cannot run, one a line, with where they are and why. */
export async function listRefusedSql(store: AnalyticsStore, control: ControlPlane): Promise<readonly string[]> {
  const refused: string[] = [];
  const dashboards = withTemplates(control.dashboards);
  for (const project of await allPages((page) => control.projects.list(page))) {
    const [environment] = await allPages((page) => control.environments.list(project.id, page));
    if (environment === undefined) continue;
    const scope = { projectId: project.id, environmentId: environment.id };
    for (const { id } of await allPages((page) => dashboards.list(project.id, page))) {
      const dashboard = await dashboards.find(project.id, id);
      for (const { name, query } of dashboard?.widgets ?? []) {
        if (query.kind !== 'sql') continue;
        const { reason } = await store.run(statementRefusalQuery, { scope, sql: query.sql });
        if (reason !== null) refused.push(`${project.slug}, ${dashboard?.name}, ${name}: ${reason}`);
      }
    }
  }
  return refused;
}
