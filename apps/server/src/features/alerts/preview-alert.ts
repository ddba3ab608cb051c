import type { AlertDefinition } from './judging/alert-definition.ts';
import { type Advanced, advance, newProgress } from './judging/alert-machine.ts';
import type { Verdict } from './judging/verdict.ts';

/** From the interval that made it fire to the one that resolved it. */
export interface FiringPeriod {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** What an alert would have done, had it looked after each of these intervals. Pure. */
export function previewAlert(
  { forIntervals, recovery }: AlertDefinition,
  verdicts: readonly Verdict[],
): { readonly last: Advanced; readonly firing: readonly FiringPeriod[] } {
  const rules = { forIntervals, recoveryIntervals: recovery.intervals };
  // With the two at the end that may not be settled.
  const looked = Math.max(forIntervals, recovery.intervals) + 2;
  const firing: FiringPeriod[] = [];
  let last: Advanced = { state: 'no_data', progress: newProgress, deciding: undefined };
  for (const [at, verdict] of verdicts.entries()) {
    const wasFiring = last.progress.incident !== null;
    const seen = verdicts.slice(Math.max(0, at + 1 - looked), at + 1);
    last = advance(last.progress, seen, rules, verdict.toMs);
    const { fromMs } = last.deciding ?? verdict;
    if (!wasFiring && last.progress.incident !== null) firing.push({ fromMs, toMs: null });
    const open = firing.at(-1);
    if (wasFiring && last.progress.incident === null && open) firing[firing.length - 1] = { ...open, toMs: fromMs };
  }
  return { last, firing };
}
