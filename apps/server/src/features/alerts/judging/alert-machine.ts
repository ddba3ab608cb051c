import type { Verdict } from './verdict.ts';

export type AlertState = 'ok' | 'pending' | 'firing' | 'no_data' | 'error';

export interface AlertProgress {
  /** From the first firing until it is resolved, whatever fails in between. */
  readonly incident: { readonly sinceMs: number; readonly fromMs: number } | null;
  /** Intervals that begin before it cannot make the alert fire: one of them has resolved it. */
  readonly armedFromMs: number;
}

export interface AlertRules {
  readonly forIntervals: number;
  readonly recoveryIntervals: number;
}

export interface Advanced {
  readonly state: AlertState;
  readonly progress: AlertProgress;
  /** The verdict that decided; undefined where there is none yet. */
  readonly deciding: Verdict | undefined;
}

export const newProgress: AlertProgress = { incident: null, armedFromMs: 0 };

type Judged = Pick<Verdict, 'fromMs' | 'isSettled' | 'outcome'>;

/**
 * The state of an alert, given verdicts about its latest intervals, oldest first. Intervals may be judged anew when late
 * data arrives: what counts is the latest run, so nothing is remembered of a verdict that does not hold any more. An
 * interval makes an alert fire at most once and resolves it at most once. Pure.
 */
export function advance<V extends Verdict>(
  before: AlertProgress,
  verdicts: readonly V[],
  rules: AlertRules,
  nowMs: number,
): Advanced {
  const decided = verdicts.slice(0, lastDecided(verdicts) + 1);
  const latest = decided.at(-1);
  return before.incident === null
    ? whileQuiet(before, decided, latest, rules, nowMs)
    : whileFiring(before, before.incident, decided, latest, rules);
}

/** What cannot be judged changes nothing of an incident. */
export const failed = (before: AlertProgress): Advanced => ({ state: 'error', progress: before, deciding: undefined });

function whileQuiet(
  before: AlertProgress,
  decided: readonly Verdict[],
  latest: Verdict | undefined,
  { forIntervals }: AlertRules,
  nowMs: number,
): Advanced {
  const run = runLength(decided, ({ outcome, fromMs }) => outcome === 'breached' && fromMs >= before.armedFromMs);
  if (run >= forIntervals && latest !== undefined) {
    const progress = { ...before, incident: { sinceMs: nowMs, fromMs: latest.fromMs } };
    return { state: 'firing', progress, deciding: latest };
  }
  if (run > 0) return { state: 'pending', progress: before, deciding: latest };
  const isUnknown = latest === undefined || latest.outcome === 'unknown';
  return { state: isUnknown ? 'no_data' : 'ok', progress: before, deciding: latest };
}

function whileFiring(
  before: AlertProgress,
  incident: NonNullable<AlertProgress['incident']>,
  decided: readonly Verdict[],
  latest: Verdict | undefined,
  { recoveryIntervals }: AlertRules,
): Advanced {
  const run = runLength(decided, ({ outcome, fromMs }) => outcome === 'recovered' && fromMs >= incident.fromMs);
  if (run < recoveryIntervals || latest === undefined) return { state: 'firing', progress: before, deciding: latest };
  return { state: 'ok', progress: { incident: null, armedFromMs: latest.fromMs + 1 }, deciding: latest };
}

/** An interval that is not over yet counts where the rest of it cannot undo what is known. */
const isDecided = ({ isSettled, outcome }: Judged): boolean => isSettled || outcome === 'breached';

const lastDecided = (verdicts: readonly Judged[]): number => verdicts.findLastIndex(isDecided);

/** How many of the latest are so, without a gap. */
function runLength(verdicts: readonly Verdict[], isSo: (verdict: Verdict) => boolean): number {
  const last = verdicts.findLastIndex((verdict) => !isDecided(verdict) || !isSo(verdict));
  return verdicts.length - 1 - last;
}
