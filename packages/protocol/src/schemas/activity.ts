import Type from 'typebox';
import { Data, EnvironmentId, IsoTime, Range } from './common.ts';

const Count = Type.Integer({ minimum: 0 });
const People = Type.Integer({ minimum: 0, description: 'Different people with an event' });

export const ActivityQuery = Type.Object({
  ...EnvironmentId,
  ...Range(7),
  interval: Type.Optional(
    Type.Enum(['minute', 'hour', 'day', 'week', 'month'], {
      description: 'Adds `series`: the same over time; at most 5,000 points',
    }),
  ),
});
export const ActivityAnswer = Data(
  Type.Object({
    from: IsoTime,
    to: IsoTime,
    people: Type.Integer({
      minimum: 0,
      description: 'Of the whole range: somebody who came on two days is one person',
    }),
    events: Count,
    series: Type.Optional(Type.Array(Type.Object({ at: IsoTime, people: People, events: Count }))),
  }),
);

export const ActivePeopleQuery = Type.Object({
  ...EnvironmentId,
  platform: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Only people with an event on this platform, or on one of several with commas between',
    }),
  ),
});
export const ActivePeopleAnswer = Data(Type.Object({ as_of: IsoTime, last_7_days: People, last_30_days: People }));

export const FieldValuesQuery = Type.Object({
  ...EnvironmentId,
  ...Range(30),
  field: Type.String({ minLength: 1, maxLength: 1024, description: 'As filters of insights name it' }),
  event: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only of events of this name' })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the value, without regard to case' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 when absent' })),
});
export const FieldValuesAnswer = Data(
  Type.Object({
    field: Type.String(),
    from: IsoTime,
    to: IsoTime,
    values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer({ description: 'Events with it' }) }), {
      description: 'The most frequent first',
    }),
    has_more: Type.Boolean({ description: 'There are more values than are listed' }),
  }),
);

export const UserAttributesQuery = Type.Object({ ...EnvironmentId });
export const UserAttributesAnswer = Data(
  Type.Array(
    Type.Object({
      name: Type.String(),
      field: Type.String({ description: 'As filters of insights name it, such as `user.plan`' }),
      users: Type.Integer({ description: 'How many users have it' }),
      types: Type.Array(Type.Enum(['string', 'number', 'boolean', 'list'])),
      examples: Type.Array(Type.Unknown(), { description: 'The most frequent values first, at most 5' }),
    }),
    { description: 'At most 200' },
  ),
);

export const EventVolumesQuery = Type.Object({
  ...EnvironmentId,
  ...Range(7),
  buckets: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many equal parts the range is cut into; 24 when absent',
    }),
  ),
});
export const EventVolumesAnswer = Data(
  Type.Object({
    from: IsoTime,
    to: IsoTime,
    events: Type.Array(
      Type.Object({
        event_name: Type.String(),
        count: Count,
        series: Type.Array(Count, { description: 'Of each part of the range, in order' }),
      }),
      { description: 'Names with an event in the range, the most frequent first, at most 2,000' },
    ),
    has_more: Type.Boolean({ description: 'There are more names than are listed' }),
  }),
);
