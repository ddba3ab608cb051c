/**
 * What becomes of a batch. Three ends: `delivered`, `drop` (this batch would be refused again), `stop` (everything
 * would). And two ways on: `halve`, and `retry`.
 */
export type DeliveryResult = 'delivered' | 'drop' | 'stop' | 'halve' | 'retry';

/** Refusals in a row after which one that is not Lamppost's own is believed. */
const MAX_FOREIGN_REFUSALS = 6;

/**
 * Only Lamppost's own words, an envelope with `data` or `error`, are final. A page of a captive portal that says 200, or
 * of a proxy that says 404, is no answer: the batch is kept. A firewall that refuses the same bytes again and again is
 * believed in the end, or nothing behind them would ever be sent.
 */
export function deliveryResultOf(status: number, data: unknown, error: unknown, refusals = 0): DeliveryResult {
  if (status === 413) return 'halve';
  if (status === 304 || (data && status < 300)) return 'delivered';
  if (error && (status === 401 || status === 403)) return 'stop';
  const isFinal = status > 399 && status < 500 && status !== 429;
  return isFinal && (error || refusals > MAX_FOREIGN_REFUSALS) ? 'drop' : 'retry';
}
