import Type from 'typebox';
import { webhookEvents } from '../webhook-events.ts';
import { Data, FreeForm, IsoTime, List, Nullable, PageQuery, Uuid } from './common.ts';
import { Closed } from './insights/closed.ts';

const kinds = ['webhook', 'slack', 'discord', 'teams', 'email'] as const;
const eventTypes = Object.keys(webhookEvents) as (keyof typeof webhookEvents)[];

const Name = Type.String({ minLength: 1, maxLength: 120 });
const Url = Type.String({ minLength: 1, maxLength: 2048, description: 'https; of every kind but `email`' });
const Recipients = Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
  minItems: 1,
  maxItems: 10,
  description: 'Addresses, of the kind `email`',
});
const EventTypes = Type.Array(Type.Enum(eventTypes), { maxItems: 50, description: 'Empty: all' });
const Environment = Nullable(Type.String({ description: 'Id or slug; null: all environments' }));

export const NewWebhookBody = Closed({
  name: Name,
  kind: Type.Optional(Type.Enum([...kinds], { description: 'webhook when absent' })),
  url: Type.Optional(Url),
  recipients: Type.Optional(Recipients),
  event_types: Type.Optional(EventTypes),
  environment_id: Type.Optional(Environment),
});
export const WebhookPatch = Closed({
  name: Type.Optional(Name),
  url: Type.Optional(Url),
  recipients: Type.Optional(Recipients),
  event_types: Type.Optional(EventTypes),
  environment_id: Type.Optional(Environment),
  enabled: Type.Optional(Type.Boolean({ description: 'true also resumes a paused one' })),
});
const WebhookRow = Type.Object({
  id: Uuid,
  name: Type.String(),
  kind: Type.Enum([...kinds]),
  url: Nullable(Type.String()),
  recipients: Type.Array(Type.String()),
  event_types: EventTypes,
  environment_id: Nullable(Uuid),
  status: Type.Enum(['active', 'paused', 'disabled'], {
    description: '`paused`: nothing but failures for 24 hours',
  }),
  pending: Type.Integer({ description: 'Deliveries that are queued' }),
  dropped: Type.Integer({ description: 'Messages that did not fit into the queue' }),
  failing_since: Nullable(IsoTime),
  last_error: Nullable(Type.String()),
  last_delivered_at: Nullable(IsoTime),
  next_attempt_at: Nullable(Type.String({ description: 'Of the oldest queued delivery' })),
  old_secret_until: Nullable(
    Type.String({ description: 'Until then messages also have a signature of the old secret' }),
  ),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export const WebhookAnswer = Data(WebhookRow);
export const WebhooksAnswer = List(WebhookRow);
export const WebhookSecretAnswer = Data(
  Type.Object({
    ...WebhookRow.properties,
    secret: Nullable(Type.String({ description: 'Shown once; null for kinds without signatures' })),
  }),
);

const DeliveryRow = Type.Object({
  id: Uuid,
  webhook_id: Uuid,
  message_id: Type.String({ description: 'The header `webhook-id`; the same for all attempts and resends' }),
  event_type: Type.String(),
  state: Type.Enum(['pending', 'delivered', 'failed']),
  attempts: Type.Integer(),
  response_status: Nullable(Type.Integer()),
  response_body: Nullable(Type.String({ description: 'The first 1,000 characters' })),
  error: Nullable(Type.String()),
  duration_ms: Nullable(Type.Integer()),
  attempted_at: Nullable(IsoTime),
  payload: FreeForm('As it is sent to the kind `webhook`'),
  created_at: IsoTime,
});
export const WebhookDeliveriesQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'])),
});
export const WebhookDeliveryAnswer = Data(DeliveryRow);
export const WebhookDeliveriesAnswer = List(DeliveryRow);
