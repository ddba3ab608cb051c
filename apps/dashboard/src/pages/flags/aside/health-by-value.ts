import type { Wire } from '@lamppost/protocol';
import { isRest, valueOfName } from '../../../insights/value-name.ts';

export interface ValueHealth {
  readonly value: string;
  readonly sessions: number;
  /** Percent of sessions, with the bounds it is known within. */
  readonly crashFree: { readonly rate: number; readonly lower: number; readonly upper: number } | null;
  readonly coldStarts: number;
  readonly coldStartP95Ms: number | null;
}

type CrashHealth = Wire['CrashHealthAnswer']['data'];
type Summary = Wire['PerformanceSummaryAnswer']['data'];

/** Crash-free sessions and cold starts side by side, by the value that people had; the most seen first. */
export function healthByValue(crashes: CrashHealth | undefined, metrics: Summary | undefined): ValueHealth[] {
  const byValue = new Map<string, ValueHealth>();
  const take = (value: string, part: Partial<ValueHealth>) => {
    const before = byValue.get(value) ?? { value, sessions: 0, crashFree: null, coldStarts: 0, coldStartP95Ms: null };
    byValue.set(value, { ...before, ...part });
  };
  for (const row of crashes?.rows ?? []) {
    if (row.value !== null) take(row.value, { sessions: row.sessions, crashFree: row.crash_free_sessions });
  }
  for (const { value, count, p95 } of metrics?.[0]?.breakdown ?? []) {
    if (!isRest(value)) take(valueOfName(value), { coldStarts: count, coldStartP95Ms: p95 });
  }
  return [...byValue.values()].sort((a, b) => b.sessions - a.sessions || b.coldStarts - a.coldStarts);
}
