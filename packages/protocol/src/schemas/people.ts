import Type from 'typebox';
import { EventRow } from './admin.ts';
import { Data, FreeForm, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';
import { DeviceRow } from './devices.ts';
import { evaluationReasons } from './evaluation.ts';
import { experimentOutcomes } from './experiments.ts';
import { Closed } from './insights/closed.ts';
import { Filters } from './insights/filters.ts';

const PersonKind = Type.Enum(['user', 'anonymous', 'device']);
const EnvironmentId = { environment_id: Type.Optional(Type.String({ description: 'Id or slug' })) };

const WhichPerson = {
  ...EnvironmentId,
  kind: Type.Optional(
    Type.Enum(['user', 'anonymous', 'device'], {
      description: 'What the id is of, since a user and a device may have the same; absent: tried in this order',
    }),
  ),
};

/** What the parameter `filters` holds. */
export const PeopleFilters = Closed({ filters: Filters });

export const PeopleQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  filters: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        'Filters of queries as JSON, held against the latest event of each person and what is known of them: `[{"field": "country", "op": "eq", "value": "DE"}]`',
    }),
  ),
  cohort: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only people in it; key or id' })),
  sort: Type.Optional(
    Type.Enum(['last_seen', 'first_seen', 'event_count'], { description: '`last_seen` when absent' }),
  ),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: '`desc` when absent' })),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: 'Part of an id of the person, or a whole email' }),
  ),
});
export const PersonRow = Type.Object({
  id: Type.String({ description: 'The user id, else the anonymous id, else the device id' }),
  kind: PersonKind,
  user_id: Nullable(Type.String()),
  first_seen: IsoTime,
  last_seen: IsoTime,
  event_count: Type.Integer(),
  attributes: FreeForm("The user's attributes"),
  platform: Nullable(Type.String({ description: 'As last seen' })),
  app_version: Nullable(Type.String()),
  country: Nullable(Type.String()),
});
export const PeopleAnswer = List(PersonRow);

const TimelineEvent = Type.Object({ kind: Type.Literal('event'), ...EventRow.properties });
const TimelineCrash = Type.Object({
  kind: Type.Literal('crash'),
  id: Uuid,
  crash_id: Uuid,
  exception_type: Nullable(Type.String()),
  exception_message: Nullable(Type.String()),
  platform: Nullable(Type.String()),
  app_version: Nullable(Type.String()),
  user_id: Nullable(Type.String()),
  device_id: Nullable(Type.String()),
  session_id: Nullable(Type.String()),
  timestamp: IsoTime,
  received_at: IsoTime,
});
export const TimelineEntry = Type.Union([TimelineEvent, TimelineCrash]);
export const PersonQuery = Type.Object(WhichPerson);
export const TimelineQuery = Type.Object({ ...PageQuery, ...WhichPerson });
export const TimelineAnswer = List(TimelineEntry);

export const PersonAnswer = Data(
  Type.Object({
    id: Type.String(),
    kind: PersonKind,
    user_id: Nullable(Type.String()),
    anonymous_ids: Type.Array(Type.String()),
    device_ids: Type.Array(Type.String()),
    attributes: FreeForm("The user's attributes"),
    groups: Type.Array(Type.String({ description: 'Keys of groups' })),
    first_seen: Nullable(IsoTime),
    last_seen: Nullable(IsoTime),
    event_count: Type.Integer(),
    session_count: Type.Integer(),
    devices: Type.Array(DeviceRow),
    timeline: Type.Array(TimelineEntry),
  }),
);

export const PersonAssignmentsQuery = Type.Object({
  ...WhichPerson,
  device_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: "One of the person's; the last seen when absent" }),
  ),
});
const contextFact = Nullable(Type.String());
export const PersonAssignmentsAnswer = Data(
  Type.Object({
    config_version: Type.String(),
    context: Type.Object(
      {
        user_id: contextFact,
        anonymous_id: contextFact,
        device_id: contextFact,
        platform: contextFact,
        app_version: contextFact,
        build_number: contextFact,
        os_name: contextFact,
        os_version: contextFact,
        device_model: contextFact,
        country: contextFact,
        locale: contextFact,
        timezone: contextFact,
        attributes: FreeForm("The user's attributes"),
      },
      { description: 'What the rules were asked with' },
    ),
    flags: Type.Array(
      Type.Object({
        key: Type.String(),
        value: Type.Unknown(),
        reason: Type.Enum([...evaluationReasons]),
        rule_id: Nullable(Type.String()),
        rule_name: Nullable(Type.String()),
      }),
      { description: 'Flags of other platforms are left out' },
    ),
    experiments: Type.Array(
      Type.Object({
        key: Type.String(),
        experiment_id: Uuid,
        outcome: Type.Enum([...experimentOutcomes]),
        variant_key: Nullable(Type.String()),
        subject_kind: Nullable(Type.Enum(['user', 'device'])),
      }),
      { description: 'Those that are served, also where the person is in none of the variants' },
    ),
  }),
);

export const DevicesQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'How a device, anonymous or user id begins' }),
  ),
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
});
export const DevicesAnswer = List(DeviceRow);

export const UserExport = Data(
  Type.Object({
    user: Type.Object({
      user_id: Type.String(),
      attributes: FreeForm(),
      groups: Type.Array(Type.String()),
      anonymous_ids: Type.Array(Type.String()),
      device_ids: Type.Array(Type.String()),
    }),
    devices: Type.Array(DeviceRow),
    links: Type.Array(FreeForm()),
    device_facts: Type.Array(FreeForm()),
    events: Type.Array(EventRow),
    crashes: Type.Array(FreeForm()),
    metrics: Type.Array(FreeForm()),
    failed_events: Type.Array(FreeForm()),
  }),
);
