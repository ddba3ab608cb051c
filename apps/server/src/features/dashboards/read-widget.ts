import { Unacceptable } from '../../control/control-errors.ts';
import type { NewWidget, Widget, WidgetPatch, WidgetType, WidgetViz } from './dashboard-store.ts';

export type WidgetContent = Omit<Widget, 'id' | 'createdAtMs' | 'updatedAtMs'>;

const defaultPosition = { x: 0, y: 0, w: 4, h: 3 };

const defaultViz: { readonly [Type in WidgetType]: WidgetViz } = {
  timeseries: { kind: 'timeseries', chartType: 'line' },
  funnel: { kind: 'funnel', showCounts: true },
  retention: { kind: 'retention', colorScale: 'heatmap' },
  paths: { kind: 'paths' },
  lifecycle: { kind: 'lifecycle' },
  stickiness: { kind: 'stickiness' },
  distribution: { kind: 'distribution' },
  crash_free: { kind: 'crash_free', display: 'line' },
  crashes: { kind: 'crashes', display: 'bar' },
  performance: { kind: 'performance', display: 'line' },
  experiment: { kind: 'experiment' },
  sql: { kind: 'sql' },
};

/** Throws Unacceptable; `at` stands in front of the names of places. */
export function readWidget(sent: NewWidget, at = ''): WidgetContent {
  const { name, description = null, position, query } = sent;
  const { kind } = query;
  refuseOtherType(kind, sent.type, at);
  const viz = fittingViz(kind, sent.viz, at) ?? defaultViz[kind];
  return { name, description, position: { ...defaultPosition, ...position }, query, viz };
}

/** Throws Unacceptable. */
export function patchWidget(widget: Widget, patch: WidgetPatch): Widget {
  const { name = widget.name, description = widget.description, position, query = widget.query } = patch;
  if (name === '' && widget.name !== '') throw new Unacceptable('name', 'must not be empty');
  const { kind } = query;
  refuseOtherType(kind, patch.type, '');
  const kept = widget.viz.kind === kind ? widget.viz : defaultViz[kind];
  const viz = fittingViz(kind, patch.viz, '') ?? kept;
  return { ...widget, name, description, position: { ...widget.position, ...position }, query, viz };
}

function refuseOtherType(kind: WidgetType, type: WidgetType | undefined, at: string): void {
  if (type === undefined || type === kind) return;
  throw new Unacceptable(`${at}type`, `must be "${kind}", the kind of the query, or left out`);
}

function fittingViz(kind: WidgetType, viz: WidgetViz | undefined, at: string): WidgetViz | undefined {
  if (viz === undefined || viz.kind === kind) return viz;
  throw new Unacceptable(`${at}viz.kind`, `must be "${kind}", the kind of the query`);
}
