import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { Data, FreeForm, IsoTime, List, Nullable, PageQuery, Slug, Uuid } from './common.ts';

export const KeyKindName = Type.Enum(['publishable', 'secret', 'dev']);

export const EnvironmentQuery = Type.Object({ environment_id: Type.Optional(Type.String()) });
export const ListQuery = Type.Object({ ...PageQuery });

export const EventsQuery = Type.Object({
  ...PageQuery,
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  event: Type.Optional(Type.String()),
  user_id: Type.Optional(Type.String()),
  anonymous_id: Type.Optional(Type.String()),
  device_id: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String()),
  from: Type.Optional(IsoTime),
  to: Type.Optional(IsoTime),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name, an id or the properties, without regard to case' }),
  ),
});

export const EventRow = Type.Object({
  id: Uuid,
  event_id: Nullable(Type.String()),
  event: Type.String(),
  type: Type.String(),
  properties: FreeForm(),
  context: FreeForm(),
  user_id: Nullable(Type.String()),
  anonymous_id: Nullable(Type.String()),
  device_id: Nullable(Type.String()),
  session_id: Nullable(Type.String()),
  timestamp: IsoTime,
  received_at: IsoTime,
});
export const EventsAnswer = List(EventRow);
export const EventCountAnswer = Data(Type.Object({ count: Type.Integer() }));

export const FailedEventsQuery = Type.Object({
  ...PageQuery,
  environment_id: Type.Optional(Type.String()),
  kind: Type.Optional(Type.Enum(['rejected', 'quarantined', 'poison'])),
  reason: Type.Optional(Type.String()),
  event: Type.Optional(Type.String({ description: 'Its name' })),
});
export const FailedEventRow = Type.Object({
  id: Uuid,
  kind: Type.Enum(['rejected', 'quarantined', 'poison']),
  event: Type.String(),
  reason: Type.String(),
  raw: Type.Unknown(),
  received_at: IsoTime,
  replayed_at: Nullable(IsoTime),
});
export const FailedEventsAnswer = List(FailedEventRow);
export const FailedEventAnswer = Data(FailedEventRow);

export const FailedReasonsQuery = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  kind: Type.Optional(Type.Enum(['rejected', 'quarantined', 'poison'])),
  event: Type.Optional(Type.String({ description: 'Its name' })),
});
export const FailedReasonsAnswer = Data(
  Type.Object({
    count: Type.Integer({ description: 'Of all reasons, also of those beyond the 200 that are listed' }),
    replayed: Type.Integer(),
    reasons: Type.Array(
      Type.Object({
        kind: Type.Enum(['rejected', 'quarantined', 'poison']),
        reason: Type.String(),
        count: Type.Integer(),
        replayed: Type.Integer({ description: 'Those of them that have been stored after all' }),
        first_received_at: IsoTime,
        last_received_at: IsoTime,
      }),
      { description: 'The most frequent first, at most 200' },
    ),
  }),
);

export const PlanName = Type.String({ pattern: textPatterns.slug.pattern });
export const Plan = Type.Object({
  name: PlanName,
  requests_per_minute: Type.Integer({ minimum: 60, maximum: 5000 }),
  events_per_minute: Type.Integer({ minimum: 100, maximum: 1_000_000_000 }),
  events_per_day: Type.Integer({ minimum: 100, maximum: 1_000_000_000_000 }),
});
export const PlansBody = Type.Object({ plans: Type.Array(Plan, { minItems: 1, maxItems: 50 }) });
export const PlansAnswer = List(Plan);

export const NewProjectBody = Type.Object({
  slug: Type.String({ pattern: textPatterns.projectSlug.pattern }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  plan: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: '`free` when absent' })),
});
export const ProjectPatch = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  plan: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});
export const ProjectRow = Type.Object({
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  timezone: Type.String({ description: "IANA name: where the project's days and weeks begin" }),
  retention_days: Nullable(Type.Integer({ description: 'How long events are kept; null: for ever' })),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const OwnProjectPatch = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  timezone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, kept in its canonical form' }),
  ),
  retention_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
  slug: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  plan: Type.Optional(Type.String({ description: 'Set by operators: may only be sent as it is' })),
});
const KeySet = Type.Object({ publishable: Type.String(), secret: Type.String(), dev: Type.String() });
export const NewProjectAnswer = Data(
  Type.Object({
    ...ProjectRow.properties,
    keys: Type.Object({ production: KeySet, development: KeySet }, { description: 'Shown once' }),
  }),
);
export const ProjectAnswer = Data(ProjectRow);
export const ProjectsAnswer = List(ProjectRow);

export const NewEnvironmentBody = Type.Object({ slug: Slug, name: Type.String({ minLength: 1, maxLength: 200 }) });
const keyPolicies = ['request', 'allow'] as const;
export const EnvironmentRow = Type.Object({
  id: Uuid,
  slug: Slug,
  name: Type.String(),
  approval: Type.Object({
    required: Type.Boolean({ description: 'Edits of flags and experiments wait for a second person' }),
    secret_keys: Type.Enum([...keyPolicies]),
  }),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const EnvironmentPatch = Type.Object({
  approval: Type.Object({
    required: Type.Boolean(),
    secret_keys: Type.Optional(
      Type.Enum([...keyPolicies], {
        description: 'Whether edits with a secret key become change requests too, or take effect at once',
      }),
    ),
  }),
});
export const EnvironmentAnswer = Data(EnvironmentRow);
export const EnvironmentsAnswer = List(EnvironmentRow);

const KeyScopeName = Type.Enum(['project', 'environment'], {
  description: 'How far a secret key reaches: everything of its project, or only what is of its environment',
});
export const NewKeyBody = Type.Object({
  kind: KeyKindName,
  scope: Type.Optional(KeyScopeName),
  environment_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id or slug' }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
});
export const KeyRow = Type.Object({
  id: Uuid,
  kind: KeyKindName,
  scope: Nullable(KeyScopeName),
  environment_id: Uuid,
  name: Type.String(),
  hint: Type.String({ description: 'The last characters of the key' }),
  key: Nullable(
    Type.String({ description: 'The key itself. Of publishable keys only, which are no secrets; null of all others' }),
  ),
  last_used_at: Nullable(IsoTime),
  revoked_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const NewKeyAnswer = Data(
  Type.Object({ ...KeyRow.properties, key: Type.String({ description: 'Secret and dev keys are shown this once' }) }),
);
export const KeysAnswer = List(KeyRow);

const WindowUse = Type.Object({
  limit: Nullable(Type.Integer()),
  used: Type.Integer(),
  resets_in_seconds: Type.Integer(),
});
export const UsageAnswer = Data(
  Type.Object({
    plan: Type.String(),
    requests_this_minute: WindowUse,
    events_this_minute: WindowUse,
    events_today: WindowUse,
    stored: Type.Object({
      total: Type.Integer(),
      days: Type.Array(Type.Object({ date: Type.String(), events: Type.Integer() })),
    }),
  }),
);
