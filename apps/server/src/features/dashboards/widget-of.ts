import type { Wire } from '@lamppost/protocol';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { readKeptQuery } from '../insights/read-insight-query.ts';
import type { NewWidget, WidgetPatch, WidgetViz } from './dashboard-store.ts';

/** `at` is where the query stands in the body. */
export function newWidgetOf(body: Wire['NewWidgetBody'], at = 'query'): NewWidget {
  const query = readKeptQuery(body.query, at);
  return { name: body.name, query, ...optionalParts(body) };
}

export function widgetPatchOf(body: Wire['WidgetPatch']): WidgetPatch {
  const query = body.query === undefined ? undefined : readKeptQuery(body.query);
  return { ...omitUndefined({ name: body.name, query }), ...optionalParts(body) };
}

function optionalParts({ type, description, position, viz }: Omit<Wire['WidgetPatch'], 'query'>) {
  return {
    ...omitUndefined({ type, description }),
    ...(position === undefined ? {} : { position: positionOf(position) }),
    ...(viz === undefined ? {} : { viz: vizOf(viz) }),
  };
}

const positionOf = ({ x, y, w, h }: NonNullable<Wire['WidgetPatch']['position']>) => omitUndefined({ x, y, w, h });

/** What its kind does not have is left out. */
function vizOf(viz: Wire['WidgetViz']): WidgetViz {
  switch (viz.kind) {
    case 'timeseries':
      return { kind: viz.kind, chartType: viz.chartType, ...omitUndefined({ yLabel: viz.yLabel }) };
    case 'funnel':
      return { kind: viz.kind, showCounts: viz.showCounts };
    case 'retention':
      return { kind: viz.kind, colorScale: viz.colorScale };
    case 'crash_free':
    case 'crashes':
    case 'performance':
      return { kind: viz.kind, display: viz.display };
    case 'sql':
      return { kind: viz.kind, ...omitUndefined({ display: viz.display }) };
    default:
      return { kind: viz.kind };
  }
}
