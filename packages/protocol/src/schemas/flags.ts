import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import {
  ActorRow,
  Data,
  FreeForm,
  IsoTime,
  List,
  MemberFilter,
  MemberName,
  Nullable,
  PageQuery,
  Uuid,
} from './common.ts';
import { Condition, evaluationReasons } from './evaluation.ts';

const Environment = {
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
};

export const valueTypes = ['boolean', 'string', 'number', 'json'] as const;
export const flagPlatforms = ['web', 'ios', 'ipados', 'macos', 'android', 'server'] as const;
export const flagKinds = ['release', 'experiment', 'operational', 'permission'] as const;
export const flagStatuses = ['active', 'archived', 'deprecated'] as const;

const Platforms = Type.Array(Type.Enum([...flagPlatforms]), { minItems: 1, maxItems: 10 });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 20 });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Description = Nullable(Type.String({ maxLength: 1000 }));

const Owner = Nullable(
  Type.String({ minLength: 1, maxLength: 255, description: 'Id or email of a member of the project; null: nobody' }),
);
const Comment = Type.String({ maxLength: 500, description: 'Shown in the history and the change log' });

const Prerequisites = Type.Array(
  Type.Object({ flag: Type.String({ maxLength: 128, description: 'Its key' }), value: Type.Unknown() }),
  { maxItems: 10, description: 'Flags that must have these values for a user; otherwise this one is its default' },
);
const Day = Type.String({ maxLength: 10, description: 'YYYY-MM-DD, in the time zone of the project' });

export const NewFlagBody = Type.Object({
  key: Type.String({ pattern: textPatterns.key.pattern }),
  name: Name,
  description: Type.Optional(Description),
  value_type: Type.Optional(Type.Enum([...valueTypes])),
  default_value: Type.Optional(Type.Unknown({ description: 'Of the value type; false, "", 0 or {} when absent' })),
  platforms: Platforms,
  tags: Type.Optional(Tags),
  kind: Type.Optional(Type.Enum([...flagKinds])),
  owner: Type.Optional(Owner),
  prerequisites: Type.Optional(Prerequisites),
  expires_on: Type.Optional(Nullable(Day)),
});

export const FlagPatch = Type.Object({
  key: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  value_type: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  platforms: Type.Optional(Platforms),
  tags: Type.Optional(Tags),
  status: Type.Optional(Type.Enum([...flagStatuses])),
  kind: Type.Optional(Type.Enum([...flagKinds])),
  default_value: Type.Optional(Type.Unknown()),
  owner: Type.Optional(Owner),
  prerequisites: Type.Optional(Prerequisites),
  expires_on: Type.Optional(Nullable(Day)),
  comment: Type.Optional(Comment),
});

export const FlagRow = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  value_type: Type.Enum([...valueTypes]),
  default_value: Type.Unknown(),
  platforms: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  kind: Type.Enum([...flagKinds]),
  status: Type.Enum([...flagStatuses]),
  owner: Nullable(MemberName),
  prerequisites: Prerequisites,
  expires_on: Nullable(Day),
  stale: Nullable(Type.String({ description: 'Why the flag looks forgotten' })),
  last_seen_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});

export const FlagsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(Type.Enum([...flagStatuses])),
  platform: Type.Optional(Type.Enum([...flagPlatforms])),
  tag: Type.Optional(Type.String()),
  kind: Type.Optional(Type.Enum([...flagKinds])),
  search: Type.Optional(Type.String()),
  owner: Type.Optional(MemberFilter),
  expires_by: Type.Optional(
    Type.String({ pattern: textPatterns.day.pattern, description: 'Only flags that expire on this day or before it' }),
  ),
});

export const FlagAnswer = Data(FlagRow);
export const FlagsAnswer = List(FlagRow);

export const ConditionBody = Type.Object({
  ...Condition.properties,
  values: Type.Optional(Condition.properties.values),
});

export const RuleBody = Type.Object({
  id: Type.Optional(Uuid),
  name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  conditions: Type.Array(ConditionBody, { maxItems: 20 }),
  value: Type.Unknown(),
  percentage: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: '100 when absent' })),
  enabled: Type.Optional(Type.Boolean({ description: 'true when absent' })),
});

export const RulesBody = Type.Object({
  rules: Type.Array(RuleBody, { maxItems: 100 }),
  comment: Type.Optional(Comment),
});
export const RolloutBody = Type.Object({
  percentage: Type.Number({ minimum: 0, maximum: 100 }),
  value: Type.Unknown(),
  comment: Type.Optional(Comment),
});
export const TargetingBody = Type.Object({
  rules: Type.Optional(Type.Array(RuleBody, { maxItems: 100, description: 'Kept when absent' })),
  rollout: Type.Optional(
    Type.Object(
      { percentage: Type.Number({ minimum: 0, maximum: 100 }), value: Type.Unknown() },
      { description: 'Kept when absent' },
    ),
  ),
  comment: Type.Optional(Comment),
});
export const RestoreBody = Type.Object({ comment: Type.Optional(Comment) });
export const KillBody = Type.Object({
  value: Type.Optional(Type.Unknown({ description: "The flag's default when absent" })),
  reason: Type.String({ minLength: 1, maxLength: 1000 }),
});
export const CopyTargetingBody = Type.Object({
  from_environment_id: Type.String({ minLength: 1 }),
  to_environment_id: Type.String({ minLength: 1 }),
  comment: Type.Optional(Comment),
});

export const CohortUse = Type.Object({
  key: Type.String(),
  state: Type.Enum(['served', 'too_large', 'waiting', 'failed', 'archived', 'unknown']),
  message: Nullable(Type.String()),
  user_count: Nullable(Type.Integer()),
});
export const Targeting = Type.Object({
  flag_id: Uuid,
  environment_id: Uuid,
  rules: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Nullable(Type.String()),
      conditions: Type.Array(Condition),
      value: Type.Unknown(),
      percentage: Type.Number(),
      enabled: Type.Boolean(),
    }),
  ),
  rollout: Nullable(Type.Object({ id: Type.String(), percentage: Type.Number(), value: Type.Unknown() })),
  kill: Nullable(Type.Object({ value: Type.Unknown(), reason: Type.String(), at: IsoTime })),
  cohorts: Type.Optional(
    Type.Array(CohortUse, {
      description: 'Cohorts that rules use, if any. Conditions on a cohort that is not served match no users',
    }),
  ),
});
export const TargetingAnswer = Data(Targeting);
export const TargetingQuery = Type.Object(Environment);

export const ExplainBody = Type.Object({
  context: FreeForm('user_id, device_id, anonymous_id, platform and attributes'),
  at: Type.Optional(Nullable(IsoTime)),
});

const ShareExplanation = {
  percentage: Type.Number(),
  bucket: Nullable(Type.Integer()),
  hash_input: Nullable(Type.String()),
};

export const ExplainAnswer = Data(
  Type.Object({
    flag_key: Type.String(),
    value: Type.Unknown(),
    reason: Type.Enum([...evaluationReasons]),
    rule_id: Nullable(Type.String()),
    bucket: Nullable(Type.Integer()),
    hash_input: Nullable(Type.String()),
    identity: Nullable(Type.String({ description: 'Whom percentages go by' })),
    config_version: Type.String(),
    at: IsoTime,
    prerequisites: Type.Array(
      Type.Object({
        flag: Type.String(),
        value: Type.Unknown(),
        outcome: Type.Enum(['met', 'failed', 'not_reached']),
        actual: Type.Unknown({ description: 'What the flag is, where that is another value; null: not served' }),
      }),
    ),
    rules: Type.Array(
      Type.Object({
        rule_id: Type.String(),
        name: Nullable(Type.String()),
        outcome: Type.Enum([
          'matched',
          'outside_percentage',
          'no_identity',
          'not_reached',
          'disabled',
          'condition_failed',
        ]),
        failed_condition: Nullable(FreeForm('field, op, values and the actual value')),
        ...ShareExplanation,
      }),
    ),
    rollout: Nullable(
      Type.Object({
        outcome: Type.Enum(['matched', 'outside_percentage', 'no_identity', 'not_reached']),
        ...ShareExplanation,
      }),
    ),
  }),
);

const StepParts = Type.Object({
  rules: Type.Optional(Type.Array(FreeForm())),
  rollout: Type.Optional(Nullable(Type.Object({ percentage: Type.Number(), value: Type.Unknown() }))),
});
export const ScheduleBody = Type.Object({
  steps: Type.Array(
    Type.Object({
      at: Type.String({
        maxLength: 40,
        description: 'In the future: `2027-03-01T09:00` in the time zone of the project, or a time with an offset',
      }),
      rules: TargetingBody.properties.rules,
      rollout: TargetingBody.properties.rollout,
    }),
    { minItems: 1, maxItems: 20, description: 'Each later than the one before' },
  ),
  comment: Type.Optional(Comment),
});
export const ScheduleRow = Type.Object({
  id: Uuid,
  flag_id: Uuid,
  environment_id: Uuid,
  status: Type.Enum(['scheduled', 'completed', 'cancelled', 'stopped']),
  reason: Nullable(Type.String({ description: 'Why it was stopped' })),
  step: Type.Integer({ description: 'Index of the next step' }),
  steps: Type.Array(
    Type.Object({
      at: IsoTime,
      before: StepParts,
      after: StepParts,
      done_at: Nullable(IsoTime),
      late_seconds: Nullable(Type.Integer()),
    }),
  ),
  author: ActorRow,
  comment: Nullable(Type.String()),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const SchedulesQuery = Type.Object({ ...PageQuery, ...Environment });
export const ScheduleAnswer = Data(ScheduleRow);
export const SchedulesAnswer = List(ScheduleRow);
