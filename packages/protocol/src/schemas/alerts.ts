import Type from 'typebox';
import { Data, EnvironmentId, IsoTime, List, Nullable, OneOfTagged, PageQuery, Uuid } from './common.ts';
import { Closed } from './insights/closed.ts';
import { InsightQuery } from './insights/queries.ts';

const MAX_NUMBER = 1e15;

const Name = Type.String({ minLength: 1, maxLength: 120 });
const Interval = Type.Enum(['hour', 'day', 'week'], {
  description: 'What is judged: full hours, days or weeks in the time zone of the project',
});
const Step = Type.Integer({
  minimum: 1,
  maximum: 9,
  description: 'Of a funnel: the step whose conversion is watched, from 0 for the first; the last when absent',
});

export const AlertCondition = OneOfTagged('kind', [
  Closed({
    kind: Type.Literal('threshold'),
    op: Type.Enum(['above', 'below']),
    value: Type.Number({ minimum: -MAX_NUMBER, maximum: MAX_NUMBER }),
  }),
  Closed({
    kind: Type.Literal('change'),
    direction: Type.Enum(['up', 'down', 'either']),
    by: Type.Number({ exclusiveMinimum: 0, maximum: MAX_NUMBER, description: 'Fires at this change or a larger one' }),
    unit: Type.Enum(['percent', 'absolute'], { description: 'Against the interval before' }),
  }),
  Closed({
    kind: Type.Literal('unusual'),
    direction: Type.Enum(['up', 'down', 'either']),
    sensitivity: Type.Enum(['low', 'medium', 'high']),
  }),
]);

const ForIntervals = Type.Integer({
  minimum: 1,
  maximum: 12,
  description: 'The condition must hold for so many intervals in a row; 1 when absent',
});
const AlertRecovery = Closed({
  margin_percent: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 50,
      description: 'The value must be back by more than this share of the threshold; 5 when absent',
    }),
  ),
  intervals: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 12, description: 'For so many intervals in a row; 1 when absent' }),
  ),
});
const Remind = Type.Enum(['off', 'daily'], { description: 'Tell again every 24 hours while it fires' });
const WebhookIds = Type.Array(Uuid, {
  maxItems: 20,
  description: 'Tell only these webhooks, whatever events they subscribe to. Empty: all that subscribe to the event',
});

const Definition = {
  query: InsightQuery,
  interval: Interval,
  step: Type.Optional(Step),
  condition: AlertCondition,
  for_intervals: Type.Optional(ForIntervals),
  recovery: Type.Optional(AlertRecovery),
};

export const NewAlertBody = Closed({
  name: Name,
  ...EnvironmentId,
  ...Definition,
  remind: Type.Optional(Remind),
  webhook_ids: Type.Optional(WebhookIds),
});
export const AlertPatch = Closed({
  name: Type.Optional(Name),
  query: Type.Optional(InsightQuery),
  interval: Type.Optional(Interval),
  step: Type.Optional(Nullable(Step)),
  condition: Type.Optional(AlertCondition),
  for_intervals: Type.Optional(ForIntervals),
  recovery: Type.Optional(AlertRecovery),
  remind: Type.Optional(Remind),
  webhook_ids: Type.Optional(WebhookIds),
});
export const AlertPreviewBody = Closed({ ...EnvironmentId, ...Definition });
export const AlertMuteBody = Closed({
  muted: Type.Optional(Type.Boolean({ description: 'true when absent' })),
  until: Type.Optional(Nullable(Type.String({ description: 'ISO 8601; null or absent: until it is unmuted' }))),
});
export const AlertsQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  state: Type.Optional(Type.Enum(['ok', 'pending', 'firing', 'no_data', 'error'])),
});

const State = Type.Enum(['ok', 'pending', 'firing', 'no_data', 'error'], {
  description:
    '`pending`: the condition holds, but not yet for long enough. `no_data`: there is nothing to judge. `error`: the query fails',
});
const Usual = Nullable(
  Type.Object(
    {
      low: Type.Number(),
      high: Type.Number(),
      basis: Type.Enum(['hour_of_week', 'hour_of_day', 'day_of_week', 'all'], {
        description: 'Past values it was compared with: of the same hour of the week, the same hour of any day, …',
      }),
      samples: Type.Integer({ description: 'How many past values' }),
    },
    { description: 'Of the condition `unusual`: the range that is usual' },
  ),
);
const Unit = Type.Enum(['percent', 'count', 'ms', 'mb', 'score', 'number']);
const Judged = {
  from: IsoTime,
  to: IsoTime,
  value: Nullable(Type.Number({ description: 'null: there was nothing to measure' })),
};

const AlertRow = Type.Object({
  id: Uuid,
  name: Type.String(),
  environment_id: Uuid,
  query: InsightQuery,
  interval: Interval,
  step: Nullable(Type.Integer()),
  condition: AlertCondition,
  for_intervals: Type.Integer(),
  recovery: Type.Object({ margin_percent: Type.Number(), intervals: Type.Integer() }),
  remind: Remind,
  webhook_ids: Type.Array(Uuid),
  measures: Type.String({ description: 'What is measured, in words' }),
  unit: Unit,
  state: State,
  state_since: IsoTime,
  message: Nullable(Type.String({ description: 'The last judgement in a sentence, or why there is none' })),
  judged: Nullable(Type.Object({ ...Judged, usual: Usual }, { description: 'The interval that was judged last' })),
  firing_since: Nullable(
    Type.String({ description: 'Also while the query fails or has no data, until the alert is resolved' }),
  ),
  muted: Type.Boolean(),
  muted_until: Nullable(Type.String({ description: 'null: not muted, or until it is unmuted' })),
  checked_at: Nullable(IsoTime),
  recent: Type.Array(Nullable(Type.Number()), { description: 'Of the latest 24 complete intervals, oldest first' }),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const AlertAnswer = Data(AlertRow);
export const AlertsAnswer = List(AlertRow);

const Point = Type.Object({
  ...Judged,
  low: Nullable(Type.Number({ description: 'Below it the condition holds' })),
  high: Nullable(Type.Number({ description: 'Above it the condition holds' })),
  breached: Type.Boolean({ description: 'The condition holds' }),
});
const Period = Type.Object({ from: IsoTime, to: Nullable(Type.String({ description: 'null: it still fires' })) });

export const AlertPreviewAnswer = Data(
  Type.Object({
    measures: Type.String(),
    unit: Unit,
    points: Type.Array(Point, { description: 'Oldest first; the last may be incomplete' }),
    firing: Type.Array(Period, { description: 'When it would have fired' }),
    state: State,
    message: Nullable(Type.String()),
  }),
);

const Transition = Type.Object({
  id: Uuid,
  from: State,
  to: State,
  at: IsoTime,
  interval_from: Nullable(IsoTime),
  interval_to: Nullable(IsoTime),
  value: Nullable(Type.Number()),
  message: Nullable(Type.String()),
  told: Type.Enum(['sent', 'muted', 'held_back', 'none'], {
    description: '`held_back`: too many messages within an hour. `none`: nothing to tell, or no webhook to tell',
  }),
});
export const AlertHistoryAnswer = Data(
  Type.Object({
    transitions: Type.Array(Transition, { description: 'The latest 500, newest first' }),
    points: Type.Array(Point, { description: 'Complete intervals as they were judged last: the latest 1,000' }),
    firing: Type.Array(Period, { description: 'Of these transitions, oldest first' }),
  }),
);
