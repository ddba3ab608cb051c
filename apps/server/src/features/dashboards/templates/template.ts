import { fillInsightQuery, type Wire } from '@lamppost/protocol';
import type { Dashboard, NewWidget, WidgetPosition } from '../dashboard-store.ts';
import { readWidget } from '../read-widget.ts';

/** A dashboard to begin with, as data. Places are on a grid of 12 columns. */
export interface Template {
  /** Part of its id: never changed, never used again. The highest is listed first. */
  readonly number: number;
  readonly name: string;
  readonly description: string;
  readonly widgets: readonly TemplateWidget[];
}

interface TemplateWidget extends Pick<NewWidget, 'name' | 'viz'> {
  readonly description: string;
  readonly query: Wire['InsightQuery'];
  readonly position: WidgetPosition;
}

export const templateColumns = 12;
const madeAtMs = Date.UTC(2026, 0, 1);

/** Below every id that a clock makes, so that lists in the order of ids end with templates. */
const idOf = (template: number, widget = 0): string => `00000000-0000-7000-8000-${hex(template, 8)}${hex(widget, 4)}`;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

export function dashboardOf({ number, name, description, widgets }: Template): Dashboard {
  const times = { createdAtMs: madeAtMs, updatedAtMs: madeAtMs };
  return {
    id: idOf(number),
    name,
    description,
    isTemplate: true,
    layout: { columns: templateColumns },
    widgets: widgets.map(({ query, ...widget }, index) => ({
      id: idOf(number, index + 1),
      ...readWidget({ ...widget, query: fillInsightQuery(query) }),
      ...times,
    })),
    ...times,
  };
}
