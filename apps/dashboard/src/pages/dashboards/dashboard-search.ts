import type { Wire } from '@lamppost/protocol';
import { readRangeText, writeRangeText } from '../../design/range-picker/range-text.ts';
import type { TimeRange } from '../../design/range-picker/time-range.ts';
import { readAt } from '../../insights/people/read-at.ts';

export interface DashboardSearch {
  /** One range for all widgets; undefined: each has its own. */
  readonly all: TimeRange | undefined;
  /** The widget that is being edited, or `new`. */
  readonly edit: string | undefined;
  /** The number whose people are listed, and the widget it stands in. */
  readonly people: { readonly widget: string; readonly at: Wire['InsightAt'] } | undefined;
}

const separator = '_';

/** `all=30d`, or two instants. The range that pages share cannot say "none", which is how a dashboard begins. */
export function readDashboardSearch(raw: Readonly<Record<string, unknown>>): DashboardSearch {
  return {
    all: readAll(raw.all),
    edit: typeof raw.edit === 'string' && raw.edit !== '' ? raw.edit : undefined,
    people: readPeople(raw.people),
  };
}

function readPeople(raw: unknown): DashboardSearch['people'] {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { widget, at: rawAt } = raw as Readonly<Record<string, unknown>>;
  const at = readAt(rawAt);
  return typeof widget === 'string' && at !== undefined ? { widget, at } : undefined;
}

function readAll(value: unknown): TimeRange | undefined {
  if (typeof value !== 'string') return undefined;
  const named = readRangeText(value);
  if (named !== undefined) return named;
  const [from = Number.NaN, to = Number.NaN] = value.split(separator).map((part) => Date.parse(part));
  if (!(from < to)) return undefined;
  return { kind: 'absolute', fromIso: new Date(from).toISOString(), toIso: new Date(to).toISOString() };
}

export function writeAll(range: TimeRange | undefined): string | undefined {
  if (range === undefined) return undefined;
  return range.kind === 'absolute' ? `${range.fromIso}${separator}${range.toIso}` : writeRangeText(range);
}
