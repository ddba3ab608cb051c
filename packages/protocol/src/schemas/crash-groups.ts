import Type from 'typebox';
import {
  ActorRow,
  Data,
  EnvironmentId,
  FreeForm,
  IsoTime,
  List,
  MemberFilter,
  MemberName,
  Nullable,
  PageQuery,
  Range,
  Uuid,
} from './common.ts';

const Count = Type.Integer({ minimum: 0 });
const Text = Type.String({ minLength: 1, maxLength: 256 });
const Status = Type.Enum(['open', 'resolved', 'ignored']);
const Percent = Type.Number({ description: 'Percent, 0 to 100' });

/** A percent with its 95 % interval. */
const Rate = Type.Object({ rate: Percent, lower: Percent, upper: Percent });
const OverRepresentation = Type.Object({
  ratio: Type.Number({ description: '2: twice as common among crashed sessions as among all' }),
  lower: Type.Number({ description: 'Above 1: more than chance. Never for fewer than three crashed sessions' }),
  upper: Type.Number(),
});

export const CrashGroupsQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  ...Range(30),
  status: Type.Optional(
    Type.Enum(['open', 'new', 'regressed', 'resolved', 'ignored'], {
      description:
        '`new`: open and first seen in the last 7 days; `regressed`: open again after it had been resolved. Any when absent',
    }),
  ),
  assignee: Type.Optional(MemberFilter),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Part of the title, the culprit or the type' }),
  ),
  app_version: Type.Optional(Text),
  platform: Type.Optional(Text),
  sort: Type.Optional(
    Type.Enum(['last_seen', 'first_seen', 'reports', 'users'], { description: '`last_seen` when absent' }),
  ),
});

const standing = {
  id: Uuid,
  title: Type.String(),
  culprit: Nullable(Type.String({ description: 'Where it broke' })),
  exception_type: Nullable(Type.String()),
  reason: Type.Object({
    kind: Type.String({ description: 'On what the grouping rests' }),
    used: Type.Array(Type.String()),
    rule: Type.Integer({ description: 'Number of the rule that decided' }),
  }),
  status: Status,
  resolved_in_version: Nullable(Type.String()),
  resolved_at: Nullable(IsoTime),
  is_regression: Type.Boolean({ description: 'Open again after it had been resolved' }),
  regressed_at: Nullable(IsoTime),
  regressed_in_version: Nullable(Type.String()),
  regressions: Count,
  assignee: Nullable(MemberName),
  fingerprints: Type.Array(Uuid),
  created_at: IsoTime,
};
const counts = {
  reports: Type.Integer({ minimum: 0, description: 'Of the range, like all counts' }),
  sessions: Count,
  devices: Count,
  users: Type.Integer({ minimum: 0, description: 'Users, and devices of reports that name no user' }),
  first_seen: Nullable(IsoTime),
  last_seen: Nullable(IsoTime),
  first_version: Nullable(Type.String()),
  last_version: Nullable(Type.String()),
  is_new: Type.Boolean({ description: 'Open, first seen in the last 7 days, and no regression' }),
  is_spiking: Type.Boolean({ description: 'Far more reports in the last hour than usual' }),
  sparkline: Type.Array(Count, { description: 'Reports of the range in 48 equal parts' }),
};

export const CrashGroupRow = Type.Object({ ...standing, ...counts });
export const CrashGroupsAnswer = List(CrashGroupRow);
export const CrashGroupQuery = Type.Object({ ...EnvironmentId, ...Range(30) });

const Share = Type.Object({
  key: Nullable(Type.String({ description: 'The flag or experiment' })),
  value: Nullable(Type.String({ description: 'Null: the sessions do not say it' })),
  crashed_sessions: Type.Integer({ minimum: 0, description: 'Sessions with a report of the group' }),
  sessions: Type.Integer({ minimum: 0, description: 'All sessions' }),
  crash_rate: Rate,
  share_of_crashed: Percent,
  share_of_all: Percent,
  over_representation: Nullable(OverRepresentation),
});

const Frame = Type.Object({
  function: Type.Optional(Type.String()),
  module: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
  image_name: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
  is_inlined: Type.Optional(Type.Boolean()),
  is_app_frame: Type.Boolean(),
  reported: Type.Optional(FreeForm('The frame as it was reported, when symbols changed it')),
  source: Type.Optional(
    Type.Object({ before: Type.Array(Type.String()), line: Type.String(), after: Type.Array(Type.String()) }),
  ),
  alternatives: Type.Optional(Type.Array(Type.String({ description: 'What it may have been just as well' }))),
});
const trimmed = Type.Optional(Type.Integer({ description: 'Frames that were left out in the middle' }));

export const CrashReportRow = Type.Object({
  id: Uuid,
  crash_id: Uuid,
  group_id: Nullable(Uuid),
  timestamp: IsoTime,
  received_at: IsoTime,
  platform: Type.String(),
  exceptions: Type.Array(
    Type.Object({
      type: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
      mechanism: Type.Optional(Type.String()),
      frames: Type.Array(Frame, { description: 'The innermost first' }),
      trimmed,
    }),
    { description: 'The outermost first, each caused by the next' },
  ),
  threads: Type.Array(
    Type.Object({
      id: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      is_crashed: Type.Boolean(),
      frames: Type.Array(Frame),
      trimmed,
    }),
  ),
  breadcrumbs: Type.Array(
    Type.Object({
      timestamp: Type.Optional(Type.String()),
      category: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
    }),
    { description: 'Oldest first, each with all the fields that were reported' },
  ),
  context: FreeForm('Version, OS, device, user, session, memory and the like, as far as the report says them'),
  active_flags: FreeForm(),
  active_experiments: FreeForm(),
  custom_data: FreeForm(),
  binary_images: Type.Array(FreeForm()),
  symbols: Type.Object({
    used: Type.Array(Uuid, { description: 'Symbol files that named frames' }),
    missing: Type.Array(
      Type.Object({
        kind: Type.String(),
        release: Nullable(Type.String()),
        file: Nullable(Type.String()),
        debug_id: Nullable(Type.String()),
      }),
    ),
    failure: Nullable(Type.String()),
  }),
  notes: Type.Array(Type.String({ description: 'What was left out, cut or ignored' })),
});

const SharesList = Type.Array(Share, { description: 'The most crashed sessions first' });

const Fingerprint = Type.Object({
  fingerprint: Type.Unsafe<string>({ ...Uuid, description: 'What `split` takes' }),
  title: Type.String(),
  culprit: Nullable(Type.String()),
  reports: Type.Integer({ minimum: 0, description: 'Of the range' }),
  first_seen: Nullable(IsoTime),
  last_seen: Nullable(IsoTime),
});

export const CrashGroupAnswer = Data(
  Type.Object({
    ...standing,
    ...counts,
    fingerprints: Type.Array(Fingerprint, { description: 'Those of most reports first' }),
    from: IsoTime,
    to: IsoTime,
    versions: Type.Array(Type.Object({ version: Type.String(), reports: Count }), { description: 'Latest first' }),
    crashed_sessions: Count,
    all_sessions: Count,
    distributions: Type.Object({
      app_version: SharesList,
      platform: SharesList,
      os: SharesList,
      device_model: SharesList,
      country: SharesList,
      flag: SharesList,
      experiment: SharesList,
    }),
    newest_report: Nullable(CrashReportRow),
    similar_groups: Type.Array(
      Type.Object({ id: Uuid, title: Type.String(), culprit: Nullable(Type.String()), status: Status }),
    ),
  }),
);
export const CrashGroupStateAnswer = Data(Type.Object(standing));

export const CrashReportsQuery = Type.Object({
  ...EnvironmentId,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 25, description: '10 when absent' })),
  cursor: Type.Optional(Uuid),
});
export const CrashReportsAnswer = List(CrashReportRow);
export const CrashReportAnswer = Data(CrashReportRow);

export const CrashGroupBody = Type.Object({
  status: Type.Optional(Status),
  resolved_in_version: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 256, description: 'The last version seen when absent' })),
  ),
  assignee: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Id or email of a member of the project; null: nobody',
      }),
    ),
  ),
});
export const CrashMergeBody = Type.Object({ group_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }) });
export const CrashCommentBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 4000, description: 'Plain text' }),
});
export const CrashCommentRow = Type.Object({ id: Uuid, author: ActorRow, text: Type.String(), created_at: IsoTime });
export const CrashCommentAnswer = Data(CrashCommentRow);
export const CrashCommentsAnswer = List(CrashCommentRow);
export const CrashCommentsQuery = Type.Object({ ...PageQuery, ...EnvironmentId });
export const CrashSplitBody = Type.Object({ fingerprint: Uuid });

export const CrashHealthQuery = Type.Object({
  ...EnvironmentId,
  ...Range(7),
  dimension: Type.Optional(
    Type.Enum(['app_version', 'platform', 'os', 'device_model', 'country', 'flag', 'experiment'], {
      description: 'The totals alone when absent',
    }),
  ),
  flag: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'Of the dimension `flag`: only this one' }),
  ),
  experiment: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'Of the dimension `experiment`: only this one' }),
  ),
  app_version: Type.Optional(Text),
  platform: Type.Optional(Text),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '100 when absent' })),
  interval: Type.Optional(
    Type.Enum(['minute', 'hour', 'day', 'week', 'month'], {
      description: 'Adds `series`: the same over time, a session where it began; at most 1,000 points',
    }),
  ),
});

const health = {
  sessions: Count,
  crashed_sessions: Count,
  crash_free_sessions: Nullable(Rate),
  users: Count,
  crashed_users: Count,
  crash_free_users: Nullable(Rate),
};

export const CrashHealthAnswer = Data(
  Type.Object({
    from: IsoTime,
    to: IsoTime,
    dimension: Nullable(Type.String()),
    ...health,
    reports: Count,
    reports_without_session: Count,
    rows: Type.Array(
      Type.Object({
        key: Nullable(Type.String({ description: 'The flag or experiment' })),
        value: Nullable(Type.String({ description: 'Null: the sessions do not say it' })),
        ...health,
        share_of_crashed: Percent,
        share_of_all: Percent,
        over_representation: Nullable(OverRepresentation),
      }),
    ),
    series: Type.Optional(
      Type.Array(Type.Object({ at: IsoTime, ...health }), {
        description: 'With `interval`. A session counts in every stretch of time that it reaches into',
      }),
    ),
  }),
);
