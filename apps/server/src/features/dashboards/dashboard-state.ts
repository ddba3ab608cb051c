import { WrongState } from '../../control/control-errors.ts';
import type { Dashboard, Widget } from './dashboard-store.ts';

/** A dashboard in the change log, with its widgets. */
export type DashboardState = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly layout: Readonly<Record<string, unknown>>;
  readonly widgets: readonly object[];
  readonly archived_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

const MAX_WIDGETS = 100;
/** Every entry of the change log holds the dashboard twice, so it cannot be of any size. */
const MAX_CHARACTERS = 1_048_576;

export function dashboardState(dashboard: Dashboard, archivedAtMs: number | null = null): DashboardState {
  return {
    id: dashboard.id,
    name: dashboard.name,
    description: dashboard.description,
    layout: dashboard.layout,
    widgets: dashboard.widgets.map(widgetState),
    archived_at: archivedAtMs === null ? null : isoTime(archivedAtMs),
    created_at: isoTime(dashboard.createdAtMs),
    updated_at: isoTime(dashboard.updatedAtMs),
  };
}

/** Throws WrongState 'DASHBOARD_FULL'. */
export function refuseOverfull(dashboard: Dashboard): void {
  if (dashboard.widgets.length > MAX_WIDGETS) {
    throw new WrongState('DASHBOARD_FULL', `A dashboard can have at most ${MAX_WIDGETS} widgets.`);
  }
  if (JSON.stringify(dashboardState(dashboard)).length > MAX_CHARACTERS) {
    throw new WrongState('DASHBOARD_FULL', `A dashboard can have at most ${MAX_CHARACTERS} characters of JSON.`);
  }
}

const widgetState = ({ id, name, description, position, query, viz, createdAtMs, updatedAtMs }: Widget) => ({
  id,
  type: query.kind,
  name,
  description,
  position,
  query,
  viz,
  created_at: isoTime(createdAtMs),
  updated_at: isoTime(updatedAtMs),
});

const isoTime = (ms: number): string => new Date(ms).toISOString();
