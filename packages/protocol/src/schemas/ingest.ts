import Type from 'typebox';
import { limits } from '../limits.ts';
import { textPatterns } from '../text-patterns.ts';
import { Data, FreeForm, IsoTime, Maybe } from './common.ts';

const Id = Type.String({ maxLength: limits.idLength });

export const ExperimentAssignmentContext = Type.Object({
  experiment_id: Maybe(Type.String()),
  variant_key: Type.String(),
  subject_kind: Maybe(Type.Enum(['user', 'device'])),
  subject_status: Maybe(Type.Literal('identity_changed')),
  bucketing_version: Maybe(Type.Unknown()),
  assignment_revision: Maybe(Type.Unknown()),
});

/** Known members of a context. Anything else is kept whole; facts of an odd type or length never cost an event. */
export const EventContext = Type.Object({
  user: Maybe(Type.Object({ id: Maybe(Id), anonymous_id: Maybe(Id) })),
  device: Maybe(
    Type.Object({
      id: Maybe(Id),
      platform: Maybe(Type.Unknown()),
      model: Maybe(Type.Unknown()),
      os_name: Maybe(Type.Unknown()),
      os_version: Maybe(Type.Unknown()),
      type: Maybe(Type.Unknown()),
      locale: Maybe(Type.Unknown()),
      country: Maybe(Type.Unknown()),
      timezone: Maybe(Type.Unknown()),
    }),
  ),
  app: Maybe(FreeForm('version, build, namespace, build_channel')),
  sdk: Maybe(FreeForm('name, version')),
  session: Maybe(Type.Object({ id: Maybe(Id) })),
  flags: Maybe(FreeForm('Flag key to value')),
  experiments: Maybe(FreeForm('Experiment key to variant key')),
  experiment_assignments: Maybe(
    Type.Unsafe<Record<string, Type.Static<typeof ExperimentAssignmentContext>>>({
      type: 'object',
      maxProperties: limits.experimentAssignments,
      additionalProperties: ExperimentAssignmentContext,
    }),
  ),
  account: Maybe(FreeForm('id, plan, segment')),
  revenue: Maybe(FreeForm('amount, currency')),
  release_id: Maybe(Type.Unknown()),
  attribution: Maybe(FreeForm()),
});

export const eventTypes = ['track', 'page', 'screen', 'identify', 'group'] as const;

export const IngestEvent = Type.Object({
  type: Maybe(Type.Enum([...eventTypes]), '`track` when absent'),
  event: Maybe(
    Type.String({ maxLength: limits.eventNameLength, pattern: textPatterns.printableOrEmpty.pattern }),
    'Name; required for `track`, otherwise $pageview, $screen, $identify or $group when absent',
  ),
  properties: Maybe(FreeForm('At most 250 keys, 8 levels, keys of 128')),
  timestamp: Maybe(IsoTime),
  event_id: Maybe(
    Type.String({ minLength: 1, maxLength: limits.eventIdLength }),
    'Counted once per environment, for as long as events are kept',
  ),
  context: Maybe(EventContext, "Replaces the batch's context as a whole"),
});

export const IngestBody = Type.Object({
  batch: Type.Array(IngestEvent, { minItems: 1, maxItems: limits.batchEvents }),
  context: Maybe(EventContext),
  sent_at: Maybe(IsoTime),
});

export const ImportBody = Type.Object({
  batch: Type.Array(IngestEvent, { minItems: 1, maxItems: limits.importEvents }),
  context: Maybe(EventContext),
});

export const RejectedItem = Type.Object({
  index: Type.Integer(),
  event: Type.String(),
  reason: Type.String(),
  event_id: Type.Optional(Type.String()),
});

export const ValidationWarning = Type.Object({
  index: Type.Integer(),
  event: Type.String(),
  field: Type.String(),
  message: Type.String(),
});

export const IngestAnswer = Data(
  Type.Object({
    accepted: Type.Integer(),
    rejected: Type.Optional(Type.Array(RejectedItem)),
    validation_warnings: Type.Optional(Type.Array(ValidationWarning)),
  }),
);

export const CapabilitiesAnswer = Data(
  Type.Object({
    runtime_attribution_version: Type.Integer(),
    max_runtime_context_bytes: Type.Integer(),
    per_event_analytics_context: Type.Boolean(),
    per_metric_performance_context: Type.Boolean(),
    runtime_release_membership: Type.Boolean(),
    runtime_capture_declaration: Type.Boolean(),
  }),
);
