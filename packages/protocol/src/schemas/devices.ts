import Type from 'typebox';
import { limits } from '../limits.ts';
import { textPatterns } from '../text-patterns.ts';
import { Data, FreeForm, IsoTime, Maybe, Nullable } from './common.ts';

const Id = Type.String({ maxLength: limits.idLength });

/** Facts longer than their bound are cut, not refused; only a wrong type is an error. */
export const RegisterBody = Type.Object({
  device_id: Maybe(Id, 'Comes back unchanged; minted when absent'),
  anonymous_id: Maybe(Id, 'Minted when absent'),
  platform: Maybe(Type.String()),
  device_model: Maybe(Type.String(), 'Cut to 256'),
  os_name: Maybe(Type.String(), 'Cut to 128'),
  os_version: Maybe(Type.String(), 'Cut to 64'),
  app_version: Maybe(Type.String(), 'Cut to 64'),
  build_number: Maybe(Type.String(), 'Cut to 64'),
  locale: Maybe(Type.String(), 'Cut to 16'),
  country: Maybe(Type.String(), 'Two letters; anything else is dropped'),
  timezone: Maybe(Type.String(), 'Cut to 64'),
});

export const ExperimentAssignment = Type.Object({
  variant_key: Type.String(),
  payload: FreeForm(),
  experiment_id: Type.String(),
  subject_kind: Type.Union([Type.Literal('user'), Type.Literal('device')]),
  bucketing_version: Type.Literal(2),
  assignment_revision: Type.String(),
  counts_exposure: Type.Boolean({
    description: 'False for the winner of a completed experiment: clients then send no exposure',
  }),
});

export const FlagValues = FreeForm('Flag key to evaluated value');
export const Assignments = Type.Unsafe<Record<string, Type.Static<typeof ExperimentAssignment>>>({
  type: 'object',
  description: 'Experiment key to assignment; only those the subject is in',
  additionalProperties: ExperimentAssignment,
});

export const RegisterAnswer = Data(
  Type.Object({
    device_id: Type.String(),
    anonymous_id: Type.String(),
    flag_assignments: FlagValues,
    experiment_assignments: Assignments,
    config: Type.Object({ flush_interval_ms: Type.Integer(), flush_size: Type.Integer() }),
  }),
);

export const IdentifyBody = Type.Object({
  user_id: Type.String({ minLength: 1, maxLength: limits.idLength }),
  attributes: Maybe(
    FreeForm('Merged key by key, null removes; values are strings, numbers, booleans or lists of these'),
  ),
});

export const IdentifyAnswer = Data(
  Type.Object({
    device_id: Type.String(),
    user_id: Type.String(),
    anonymous_id: Type.String(),
    merge_id: Nullable(Type.String()),
    merge_status: Type.Union([Type.Literal('unchanged'), Type.Literal('linked'), Type.Literal('switched')]),
    flag_assignments: FlagValues,
    experiment_assignments: Assignments,
  }),
);

export const ConfigQuery = Type.Object({
  device_id: Type.Optional(Type.String()),
  user_id: Type.Optional(Type.String()),
  anonymous_id: Type.Optional(Type.String()),
  platform: Type.Optional(Type.String()),
  app_version: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
});

export const ConfigAnswer = Data(
  Type.Object({
    config_version: Type.String({ pattern: textPatterns.digits.pattern }),
    etag: Type.String({ description: 'Equal to the ETag header, quotes included' }),
    flags: FlagValues,
    experiments: Assignments,
  }),
);

export const DeviceRow = Type.Object({
  device_id: Type.String(),
  anonymous_id: Type.String(),
  user_id: Nullable(Type.String()),
  platform: Nullable(Type.String()),
  device_model: Nullable(Type.String()),
  os_name: Nullable(Type.String()),
  os_version: Nullable(Type.String()),
  app_version: Nullable(Type.String()),
  build_number: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  country: Nullable(Type.String()),
  timezone: Nullable(Type.String()),
  attributes: FreeForm("The bound user's attributes"),
  groups: Type.Array(Type.String({ description: "Keys of the bound user's groups" })),
  first_seen_at: IsoTime,
  last_seen_at: IsoTime,
});
export const DeviceAnswer = Data(DeviceRow);
