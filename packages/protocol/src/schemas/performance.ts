import Type from 'typebox';
import { limits } from '../limits.ts';
import { Data, FreeForm, IsoTime, Maybe } from './common.ts';
import { RejectedItem } from './ingest.ts';

const Id = Type.String({ maxLength: limits.idLength });

export const MetricContext = Type.Object({
  platform: Maybe(Type.Unknown()),
  app_version: Maybe(Type.Unknown()),
  build_number: Maybe(Type.Unknown()),
  os_version: Maybe(Type.Unknown()),
  device_model: Maybe(Type.Unknown()),
  user_id: Maybe(Id),
  session_id: Maybe(Id),
  device_id: Maybe(Id),
  country: Maybe(Type.Unknown()),
  network_type: Maybe(Type.Unknown()),
  active_flags: Maybe(FreeForm()),
  active_experiments: Maybe(FreeForm()),
});

export const Metric = Type.Object({
  metric_type: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'startup, frames, anr, memory, network, span, or a custom one',
  }),
  metric_name: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'For network: the URL, stored without its query and with ids templated',
  }),
  value_ms: Type.Number({ minimum: 0, description: 'Milliseconds; frames for frame_summary, megabytes for memory' }),
  status_code: Maybe(Type.Integer()),
  is_error: Maybe(Type.Boolean()),
  timestamp: Maybe(IsoTime),
  attributes: Maybe(FreeForm()),
  event_id: Maybe(Type.String({ minLength: 1, maxLength: limits.eventIdLength })),
  context: Maybe(MetricContext, "Replaces the batch's context as a whole"),
});

export const PerformanceBody = Type.Object({
  batch: Type.Array(Metric, { minItems: 1 }),
  context: Maybe(MetricContext),
  sent_at: Maybe(IsoTime),
});

export const PerformanceAnswer = Data(
  Type.Object({
    accepted: Type.Integer(),
    rejected: Type.Optional(Type.Array(RejectedItem, { maxItems: 1_000 })),
    rejected_count: Type.Optional(
      Type.Integer({ description: 'Of all rejected metrics, when there are more than `rejected` lists' }),
    ),
  }),
);
