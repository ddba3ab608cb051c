import { DAY_MS, invalidField } from '@lamppost/protocol';
import { timeOf } from './time-of.ts';

/** The period before is asked for too, so that both fit into what a time can be. */
const MAX_DAYS = 3_660;

/** The range of a query: until now, and so many days long, unless it says otherwise. */
export function rangeOf(
  query: { readonly from?: string; readonly to?: string },
  nowMs: number,
  days: number,
): { readonly fromMs: number; readonly toMs: number } {
  const toMs = timeOf('to', query.to) ?? nowMs;
  const fromMs = timeOf('from', query.from) ?? toMs - days * DAY_MS;
  if (fromMs >= toMs) throw invalidField('to', 'must be later than from');
  if (toMs - fromMs > MAX_DAYS * DAY_MS) throw invalidField('from', `must be at most ${MAX_DAYS} days before to`);
  return { fromMs, toMs };
}
