import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { ControlPlane } from '../control/control-plane.ts';
import { allPages } from './all-pages.ts';
import { findDifference } from './compare-results.ts';
import { type ReportScope, reportsOf } from './reports.ts';

export interface Comparison {
  readonly reports: number;
  /** A line for each report that is not the same. */
  readonly differences: readonly string[];
}

/** Asks both stores everything that the dashboard asks, for every environment. */
export async function compareStores(
  before: AnalyticsStore,
  after: AnalyticsStore,
  control: ControlPlane,
  onProgress: (reports: number) => void,
): Promise<Comparison> {
  let reports = 0;
  const differences: string[] = [];
  for (const scope of await reportScopes(control, Date.now())) {
    for (const { name, ask } of await reportsOf(before, scope.asked)) {
      const [one, other] = [await ask(before), await ask(after)];
      const difference = findDifference(one, other);
      if (difference !== undefined) differences.push(`${scope.name}, ${name}: ${difference}`);
      onProgress(++reports);
    }
  }
  return { reports, differences };
}

async function reportScopes(
  control: ControlPlane,
  nowMs: number,
): Promise<readonly { readonly name: string; readonly asked: ReportScope }[]> {
  const scopes: { readonly name: string; readonly asked: ReportScope }[] = [];
  for (const project of await allPages((page) => control.projects.list(page))) {
    for (const environment of await allPages((page) => control.environments.list(project.id, page))) {
      const filter = { projectId: project.id, environmentId: environment.id };
      const experiments = await allPages((page) => control.experiments.list(filter, page));
      const name = `${project.slug}/${environment.slug}`;
      scopes.push({ name, asked: { ...filter, timezone: project.timezone, nowMs, experiments } });
    }
  }
  return scopes;
}
