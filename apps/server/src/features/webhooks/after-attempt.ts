import { DAY_MS, HOUR_MS, SECOND_MS } from '@lamppost/protocol';
import type { AttemptOutcome, Delivery, DeliveryState, Endpoint, EndpointStatus } from './webhook-store.ts';

export const GIVE_UP_AFTER_MS = DAY_MS;
const FIRST_RETRY_MS = 5 * SECOND_MS;
const LAST_RETRY_MS = HOUR_MS;

export interface Settled {
  readonly state: DeliveryState;
  readonly status: EndpointStatus;
  readonly retryAtMs: number;
  readonly failingSinceMs: number | null;
  readonly givenUp: number;
}

/**
 * What becomes of a delivery and of its endpoint.
 *
 * A delivery that fails is tried for a day, and those behind it wait. Then the next one has its turn: one message that an
 * endpoint cannot take does not end all others. Where that fails too, or where there is none, the endpoint is paused.
 */
export function afterAttempt(
  endpoint: Pick<Endpoint, 'status' | 'failingSinceMs' | 'givenUp'>,
  delivery: Pick<Delivery, 'attempts' | 'createdAtMs'>,
  { isDelivered, atMs }: Pick<AttemptOutcome, 'isDelivered' | 'atMs'>,
  { hasMorePending, jitter }: { readonly hasMorePending: boolean; readonly jitter: number },
): Settled {
  const { status, givenUp } = endpoint;
  if (isDelivered) return { state: 'delivered', status, retryAtMs: atMs, failingSinceMs: null, givenUp: 0 };
  const failingSinceMs = endpoint.failingSinceMs ?? atMs;
  const isOver = atMs - delivery.createdAtMs >= GIVE_UP_AFTER_MS;
  const isFailingForLong = atMs - failingSinceMs >= GIVE_UP_AFTER_MS;
  const state = isOver ? 'failed' : 'pending';
  const counted = givenUp + (isOver ? 1 : 0);
  if (isFailingForLong && (givenUp > 0 || !hasMorePending)) {
    return {
      state,
      status: status === 'active' ? 'paused' : status,
      retryAtMs: atMs,
      failingSinceMs,
      givenUp: counted,
    };
  }
  const retryAtMs = isOver ? atMs : atMs + retryDelayMs(delivery.attempts + 1, jitter);
  return { state, status, retryAtMs, failingSinceMs, givenUp: counted };
}

/** 5 s after the first attempt, twice as long after each other one, an hour at most; each a fifth more or less. */
export function retryDelayMs(attempts: number, jitter: number): number {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
  return Math.round(delayMs * (0.8 + 0.4 * jitter));
}
