import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { Delivery, Endpoint, ListedEndpoint } from './webhook-store.ts';

/** Without its secrets. */
export function endpointRow(endpoint: ListedEndpoint) {
  const { kind, target, pending, status } = endpoint;
  return {
    id: endpoint.id,
    name: endpoint.name,
    kind,
    url: kind === 'email' ? null : target,
    recipients: kind === 'email' ? target.split(',') : [],
    event_types: endpoint.eventTypes,
    environment_id: endpoint.environmentId,
    status,
    pending,
    dropped: endpoint.dropped,
    failing_since: isoTimeOrNull(endpoint.failingSinceMs),
    last_error: endpoint.lastError,
    last_delivered_at: isoTimeOrNull(endpoint.lastDeliveredAtMs),
    next_attempt_at: pending > 0 && status === 'active' ? isoTime(endpoint.retryAtMs) : null,
    old_secret_until: isoTimeOrNull(endpoint.oldSecretUntilMs),
    created_at: isoTime(endpoint.createdAtMs),
    updated_at: isoTime(endpoint.updatedAtMs),
  };
}

export const rowWithSecret = (endpoint: ListedEndpoint) => ({
  ...endpointRow(endpoint),
  secret: isSigned(endpoint) ? endpoint.secret : null,
});

export const isSigned = ({ kind }: Pick<Endpoint, 'kind'>): boolean => kind === 'webhook';

export const deliveryRow = (delivery: Delivery) => ({
  id: delivery.id,
  webhook_id: delivery.endpointId,
  message_id: delivery.messageId,
  event_type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  response_status: delivery.responseStatus,
  response_body: delivery.responseBody,
  error: delivery.error,
  duration_ms: delivery.durationMs,
  attempted_at: isoTimeOrNull(delivery.attemptedAtMs),
  payload: JSON.parse(delivery.payload) as unknown,
  created_at: isoTime(delivery.createdAtMs),
});
