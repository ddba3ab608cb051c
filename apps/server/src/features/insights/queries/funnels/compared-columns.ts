import type { FunnelParams, FunnelView } from './funnel-definition.ts';

export type CorrelationView = Extract<FunnelView, { kind: 'correlation' }>;

/** A field of events, and the values of it that are compared, in the order of their codes, which begin with 1. */
export interface ComparedColumn {
  readonly field: string;
  /** It is there for what people did. */
  readonly isEvents: boolean;
  readonly values: readonly string[];
}

/** A value and how many events have it. */
export interface FrequentValue {
  readonly value: string;
  readonly events: number;
}

const MAX_CANDIDATES = 200;
/** Of one field. Steps can name as many events as are compared, and are left out. */
export const MAX_FREQUENT = 2 * MAX_CANDIDATES;

/** The fields whose values are compared, and their places in the query. */
export const comparedFields = ({ events, fields }: CorrelationView): readonly { field: string; at: string }[] => [
  ...(events ? [{ field: 'event_name', at: 'query.correlate.events' }] : []),
  ...fields.map((field, index) => ({ field, at: `query.correlate.fields.${index}` })),
];

/** The most frequent values of all fields together. What a step names says nothing: who converts has done it. */
export async function comparedColumns(
  { steps }: FunnelParams,
  view: CorrelationView,
  frequentValues: (field: string, at: string) => Promise<readonly FrequentValue[]>,
): Promise<readonly ComparedColumn[]> {
  const ofSteps = new Set(steps.flatMap(({ events }) => events ?? []));
  const columns = comparedFields(view).map((column, index) => ({ ...column, isEvents: view.events && index === 0 }));
  const candidates: (FrequentValue & { readonly column: number })[] = [];
  for (const [column, { field, at, isEvents }] of columns.entries()) {
    for (const found of await frequentValues(field, at)) {
      if (!isEvents || !ofSteps.has(found.value)) candidates.push({ ...found, column });
    }
  }
  // Values of a column come by frequency, ties by value; the order of columns settles the rest.
  candidates.sort((a, b) => b.events - a.events);
  const chosen = candidates.slice(0, MAX_CANDIDATES);
  return columns.map(({ field, isEvents }, index) => ({
    field,
    isEvents,
    values: chosen.filter(({ column }) => column === index).map(({ value }) => value),
  }));
}
