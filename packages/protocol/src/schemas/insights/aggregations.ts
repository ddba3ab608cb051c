import Type, { type TObject, type TSchema } from 'typebox';
import { OneOfTagged } from '../common.ts';
import { Closed } from './closed.ts';
import { Field } from './fields.ts';

const aggregations: readonly TObject[] = [
  Closed({
    kind: Type.Literal('count'),
    field: Type.Optional(Type.Unknown({ description: 'Says nothing' })),
  }),
  Closed({
    kind: Type.Enum(['count_distinct', 'sum', 'average', 'min', 'max', 'p50', 'p90', 'p95', 'p99']),
    field: Field,
  }),
  Closed({
    kind: Type.Enum(['persons', 'sessions', 'first_time'], {
      description:
        '`persons`, `sessions`: how many different ones. `first_time`: persons who did this, with these filters, for the first time ever; what happened before the range counts',
    }),
  }),
  Closed({
    kind: Type.Literal('per_person'),
    of: Type.Enum(['average', 'min', 'max', 'p50', 'p90', 'p95', 'p99'], {
      description: 'Of the number of events of each person in the interval',
    }),
  }),
  Closed({
    kind: Type.Literal('session_duration'),
    of: Type.Enum(['average', 'sum', 'p50', 'p90', 'p95', 'p99'], {
      description:
        'Of the seconds from the first to the last event, of whatever name, of each session with such an event. Only events in the range count, and a session counts where it begins',
    }),
  }),
];

// Written out and named, as filters are.
export interface CountAggregation {
  kind: 'count';
  field?: unknown;
}
export interface FieldAggregation {
  kind: 'count_distinct' | 'sum' | 'average' | 'min' | 'max' | 'p50' | 'p90' | 'p95' | 'p99';
  field: string;
}
export interface DistinctAggregation {
  kind: 'persons' | 'sessions' | 'first_time';
}
export interface PerPersonAggregation {
  kind: 'per_person';
  of: 'average' | 'min' | 'max' | 'p50' | 'p90' | 'p95' | 'p99';
}
export interface SessionDurationAggregation {
  kind: 'session_duration';
  of: 'average' | 'sum' | 'p50' | 'p90' | 'p95' | 'p99';
}

export const InsightAggregation = Type.Unsafe<
  CountAggregation | FieldAggregation | DistinctAggregation | PerPersonAggregation | SessionDurationAggregation
>(OneOfTagged('kind', aggregations) as TSchema);
