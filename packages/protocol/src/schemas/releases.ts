import Type from 'typebox';
import { textPatterns } from '../text-patterns.ts';
import { Data, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';

const platforms = ['ios', 'android', 'web', 'backend'] as const;
const Platform = Type.Enum([...platforms]);
const Channel = Type.Enum(['internal', 'beta', 'canary', 'production']);
const Status = Type.Enum(['created', 'deploying', 'rolling_out', 'active', 'paused', 'rolled_back', 'superseded']);
const HealthStatus = Nullable(Type.Enum(['healthy', 'degraded', 'critical', 'unknown']));
const EnvironmentId = {
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
};
const Percent = Type.Number({ description: 'Percent, 0 to 100' });
const RolloutPct = Type.Number({ minimum: 0, maximum: 100 });
const Version = Type.String({ minLength: 1, maxLength: 64, pattern: textPatterns.printable.pattern });

const Facts = {
  channel: Type.Optional(Channel),
  status: Type.Optional(Status),
  rollout_pct: Type.Optional(RolloutPct),
  commit_sha: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
  commit_count: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 1e9, description: 'Commits since the release before' })),
  ),
  pr_number: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1e12 }))),
  pr_title: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  branch: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  deployed_at: Type.Optional(
    Nullable(Type.String({ description: 'ISO 8601; now when absent and the release is out' })),
  ),
};

export const AnnounceReleaseBody = Type.Object({ version: Version, platform: Platform, ...EnvironmentId, ...Facts });
export const ReleasePatch = Type.Object({
  ...Facts,
  version: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
  platform: Type.Optional(Type.String({ description: 'Fixed: may only be sent as it is' })),
});

export const ReleasesQuery = Type.Object({
  ...PageQuery,
  ...EnvironmentId,
  platform: Type.Optional(Type.Enum([...platforms, 'all'])),
  channel: Type.Optional(Channel),
  status: Type.Optional(Status),
});

export const ReleaseRow = Type.Object({
  id: Uuid,
  environment_id: Uuid,
  version: Type.String(),
  platform: Platform,
  channel: Channel,
  status: Status,
  rollout_pct: Percent,
  health_status: HealthStatus,
  health_score: Nullable(Type.Number({ description: '0 to 100' })),
  crash_free_rate: Nullable(Percent),
  error_rate: Nullable(Percent),
  p50_latency_ms: Nullable(Type.Number()),
  p99_latency_ms: Nullable(Type.Number()),
  total_sessions: Nullable(Type.Integer({ description: 'Of the last 30 days, like the rates' })),
  total_users: Nullable(Type.Integer()),
  adoption_pct: Nullable(Type.Number({ description: 'Percent of the sessions of its platform in the last 24 hours' })),
  commit_sha: Nullable(Type.String()),
  pr_number: Nullable(Type.Integer()),
  pr_title: Nullable(Type.String()),
  branch: Nullable(Type.String()),
  origin: Type.Enum(['announced', 'seen']),
  regression_tier: Nullable(Type.Enum(['emerging', 'confirmed'])),
  regression_detected_at: Nullable(IsoTime),
  regression_evidence: Nullable(
    Type.Object({
      method: Type.String(),
      crash_free_rate: Percent,
      crash_free_delta: Type.Number({ description: 'Points of percent; negative when it got worse' }),
      total_sessions: Type.Integer(),
      total_crashes: Type.Integer({ description: 'Sessions that crashed' }),
      prev_release_id: Uuid,
      prev_version: Type.String(),
      prev_sessions: Type.Integer(),
      wilson_ci_lo: Percent,
    }),
  ),
  deployed_at: Nullable(IsoTime),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const ReleasesAnswer = List(ReleaseRow);
export const ReleaseAnswer = Data(
  Type.Object({
    ...ReleaseRow.properties,
    commit_count: Type.Integer({ description: 'Commits since the release before; 0 when nobody said' }),
    recent_deployments: Type.Array(
      Type.Object({
        id: Uuid,
        environment_id: Uuid,
        status: Status,
        rollout_pct: Percent,
        commit_sha: Nullable(Type.String()),
        deployed_at: Nullable(IsoTime),
        changed_at: IsoTime,
        actor: Type.String(),
      }),
    ),
  }),
);

export const ReleaseHealthQuery = Type.Object({
  ...EnvironmentId,
  window_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 10_080, description: '60 when absent' })),
});
export const ReleaseHealthAnswer = Data(
  Type.Object({
    release_id: Uuid,
    environment_id: Uuid,
    window_minutes: Type.Integer(),
    window_start: Nullable(IsoTime),
    window_end: Nullable(IsoTime),
    total_sessions: Nullable(Type.Integer()),
    crash_free_rate: Nullable(Percent),
    error_rate: Nullable(Percent),
    p50_api_latency_ms: Nullable(Type.Number()),
    p95_api_latency_ms: Nullable(Type.Number()),
    conversion_rate: Nullable(Percent),
    health_score: Nullable(Type.Number()),
    health_status: HealthStatus,
    prev_release_id: Nullable(Uuid),
    crash_rate_delta: Nullable(Type.Number({ description: 'Points of percent; positive when it crashes more' })),
    latency_delta_ms: Nullable(Type.Number({ description: 'Of the 95th percentile' })),
  }),
);

export const RegressionsQuery = Type.Object({
  ...EnvironmentId,
  since: Type.Optional(Type.String({ description: 'ISO 8601; 24 hours ago when absent' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 when absent' })),
});
export const RegressionRow = Type.Object({
  kind: Type.Enum(['release', 'change']),
  tier: Type.Enum(['emerging', 'confirmed']),
  release_id: Uuid,
  version: Type.String(),
  detected_at: IsoTime,
  crash_free_delta: Type.Number(),
  crash_free_rate: Percent,
  total_sessions: Type.Integer(),
  prev_release_id: Nullable(Uuid),
  crash_rate_delta: Nullable(Type.Number()),
  error_rate: Nullable(Percent),
  p95_api_latency_ms: Nullable(Type.Number()),
  change_event_id: Nullable(Uuid),
  change_entity_key: Nullable(Type.String()),
  change_entity_type: Nullable(Type.Enum(['flag', 'experiment'])),
  change_at: Nullable(IsoTime),
  pre_crash_free_rate: Nullable(Percent),
  post_crash_free_rate: Nullable(Percent),
  pre_sessions: Nullable(Type.Integer()),
  post_sessions: Nullable(Type.Integer()),
});
export const RegressionsAnswer = Data(
  Type.Object({ regressions: Type.Array(RegressionRow), since: IsoTime, count: Type.Integer() }),
);

export const AdoptionQuery = Type.Object({
  ...EnvironmentId,
  platform: Type.Optional(Type.Enum([...platforms, 'all'])),
  from: Type.Optional(Type.String({ description: 'ISO 8601; 14 days before `to` when absent' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601, not included; now when absent' })),
  interval: Type.Optional(Type.Enum(['hour', 'day', 'week'], { description: '`day` when absent' })),
});
const AdoptionPoint = Type.Object({
  at: IsoTime,
  sessions: Type.Integer(),
  users: Type.Integer(),
  sessions_pct: Nullable(Percent),
  users_pct: Nullable(Percent),
});
export const AdoptionAnswer = Data(
  Type.Object({
    interval: Type.Enum(['hour', 'day', 'week']),
    from: IsoTime,
    to: IsoTime,
    totals: Type.Array(Type.Object({ at: IsoTime, sessions: Type.Integer(), users: Type.Integer() })),
    series: Type.Array(Type.Object({ platform: Platform, version: Type.String(), points: Type.Array(AdoptionPoint) })),
  }),
);

export const AnnotationsQuery = Type.Object({
  ...EnvironmentId,
  from: Type.Optional(Type.String({ description: 'ISO 8601; 7 days before `to` when absent' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601, not included; now when absent' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: '200 when absent' })),
});
export const AnnotationRow = Type.Object({
  at: IsoTime,
  kind: Type.Enum(['release', 'flag', 'experiment']),
  id: Uuid,
  change_id: Nullable(Uuid),
  title: Type.String(),
  detail: Type.String(),
});
export const AnnotationsAnswer = List(AnnotationRow);
