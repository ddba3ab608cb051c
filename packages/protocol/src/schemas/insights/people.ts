import Type from 'typebox';
import { EnvironmentId, IsoTime, List, Nullable, Uuid } from '../common.ts';
import { Closed } from './closed.ts';
import { InsightQuery } from './queries.ts';

/** Members of every kind of query; which go with a query is checked where it is read, so that faults name them. */
export const InsightAt = Closed({
  series: Type.Optional(
    Type.String({ maxLength: 1, description: 'Timeseries: the letter of a series; `A` when absent' }),
  ),
  bucketIso: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Timeseries, lifecycle, and funnel with the view `trend`: a point, by its `bucketIso`; of timeseries and funnel the whole range when absent',
    }),
  ),
  compared: Type.Optional(
    Type.Boolean({ description: 'Timeseries: with true, a point of the period that the range is compared with' }),
  ),
  breakdown: Type.Optional(
    Type.Array(Type.String({ maxLength: 8192 }), {
      minItems: 1,
      maxItems: 3,
      description:
        'Timeseries, funnel and retention: the value of each field that is broken down by, as results show it, `(other)` and `(none)` too; all values when absent',
    }),
  ),
  step: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9, description: 'Funnel: which step, from 0; not with the view `times`' }),
  ),
  outcome: Type.Optional(
    Type.Enum(['reached', 'dropped'], {
      description: 'Funnel: who came to the step (when absent), or came to the one before and not to it',
    }),
  ),
  period: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Retention: a cohort, by its `period`; all of which the later period is known when absent',
    }),
  ),
  index: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 399,
      description: 'Retention: so many periods later; 0, the cohort itself, when absent',
    }),
  ),
  returned: Type.Optional(
    Type.Boolean({ description: 'Retention: who came back (when absent), or with false who did not' }),
  ),
  node: Type.Optional(Type.String({ maxLength: 1000, description: 'Paths: the id of a node' })),
  source: Type.Optional(Type.String({ maxLength: 1000, description: 'Paths: of a link, the id of its first node' })),
  target: Type.Optional(Type.String({ maxLength: 1000, description: 'Paths: of a link, the id of its second node' })),
  state: Type.Optional(
    Type.Enum(['new', 'returning', 'resurrecting', 'dormant'], { description: 'Lifecycle: a series, by its `state`' }),
  ),
  periods: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Stickiness: active in exactly so many periods' }),
  ),
  from: Type.Optional(
    Type.Number({
      description: 'Distribution, and funnel with the view `times`: where a bar begins (`from`, `fromSeconds`)',
    }),
  ),
  to: Type.Optional(
    Type.Number({ description: 'Distribution, and funnel with the view `times`: where it ends (`to`, `toSeconds`)' }),
  ),
});

export const InsightPeopleBody = Type.Object({
  ...EnvironmentId,
  query: InsightQuery,
  at: InsightAt,
  cursor: Type.Optional(Uuid),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 when absent' })),
});

export const InsightPersonRow = Type.Object({
  person_id: Type.String(),
  kind: Type.Enum(['user', 'anonymous', 'device'], { description: 'Which id it is' }),
  user_id: Nullable(Type.String()),
  first_at: Type.String({ description: 'The first of their events that the number is about' }),
  last_at: IsoTime,
  events: Type.Integer({ description: 'How many of their events it is about' }),
});

export const InsightPeopleAnswer = Type.Object({
  ...List(InsightPersonRow).properties,
  total: Type.Integer({ description: 'People behind the number, on all pages' }),
});
