import type { FilledInsightQuery, Wire } from '@lamppost/protocol';
import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

export type WidgetType = FilledInsightQuery['kind'];
/** How the answer to a query is shown. */
export type WidgetViz = Wire['WidgetViz'];

/** In cells of the dashboard's grid. */
export interface WidgetPosition {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Widget {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly position: WidgetPosition;
  /** Its kind is the type of the widget. Where version 0.1.0 saved it, it may hold members that nothing knows. */
  readonly query: FilledInsightQuery;
  readonly viz: WidgetViz;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface DashboardSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Comes with Lamppost, the same in every project, and cannot be changed. */
  readonly isTemplate: boolean;
  readonly createdAtMs: number;
  /** Also moves when a widget changes. */
  readonly updatedAtMs: number;
}

export interface Dashboard extends DashboardSummary {
  /** Whatever anyone who draws the dashboard wants to remember. */
  readonly layout: Readonly<Record<string, unknown>>;
  /** In the order in which they were added. */
  readonly widgets: readonly Widget[];
}

/** `type` may only be the kind of the query; `viz` must fit it, and has a default for each. */
export interface NewWidget {
  readonly type?: WidgetType;
  readonly name: string;
  readonly description?: string | null;
  /** What is absent: 0, 0, 4 wide and 3 high. */
  readonly position?: Partial<WidgetPosition>;
  readonly query: FilledInsightQuery;
  readonly viz?: WidgetViz;
}

/** Absent: kept; but a query of another kind without a viz gets the default of its kind. */
export type WidgetPatch = Partial<NewWidget>;

export interface NewDashboard {
  readonly name: string;
  readonly description?: string | null;
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly widgets?: readonly NewWidget[];
}

/** Absent: kept. */
export interface DashboardPatch {
  readonly name?: string;
  readonly description?: string | null;
  readonly layout?: Readonly<Record<string, unknown>>;
}

/**
 * Dashboards of a project, with their widgets.
 *
 * Promises:
 * - create makes the dashboard with all its widgets, or nothing;
 * - a type or viz that contradicts the query is Unacceptable, naming the place ('widgets.2.viz.kind' in a creation);
 * - a dashboard holds 100 widgets and 1 MiB as JSON at most (WrongState 'DASHBOARD_FULL');
 * - an archived dashboard is in no list and not found any more; the change log keeps what it was;
 * - every change, of a widget too, is one entry of the dashboard in the change log, and moves no config version;
 * - what the project does not have: undefined or false, and nothing changes;
 * - lists are newest first and pages neither repeat nor skip.
 */
export interface DashboardStore {
  create(projectId: string, dashboard: NewDashboard, actor: Actor): Promise<Dashboard>;
  list(projectId: string, page: PageRequest): Promise<Page<DashboardSummary>>;
  find(projectId: string, id: string): Promise<Dashboard | undefined>;
  update(projectId: string, id: string, patch: DashboardPatch, actor: Actor): Promise<Dashboard | undefined>;
  archive(projectId: string, id: string, actor: Actor): Promise<boolean>;
  addWidget(projectId: string, id: string, widget: NewWidget, actor: Actor): Promise<Widget | undefined>;
  updateWidget(
    projectId: string,
    id: string,
    widgetId: string,
    patch: WidgetPatch,
    actor: Actor,
  ): Promise<Widget | undefined>;
  removeWidget(projectId: string, id: string, widgetId: string, actor: Actor): Promise<boolean>;
}
