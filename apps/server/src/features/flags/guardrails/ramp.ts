import { MINUTE_MS } from '@lamppost/protocol';

export interface RampStep {
  /** 0 to 100. */
  readonly percentage: number;
  /** How long at least it stays there. */
  readonly holdMinutes: number;
  /** Users that must have been served the value before it goes on; null: DEFAULT_MIN_UNITS where guardrails watch. */
  readonly minUnits: number | null;
}

/** `stopped`: something else decided about the rollout, and `reason` says what. */
export type RampStatus = 'running' | 'paused' | 'completed' | 'stopped';

/** A rollout that grows by itself. The rollout has the value and the percentage of the step. */
export interface Ramp {
  readonly id: string;
  readonly value: unknown;
  readonly steps: readonly RampStep[];
  /** Which of the steps is in force. */
  readonly step: number;
  readonly stepSinceMs: number;
  readonly status: RampStatus;
  readonly reason: string | null;
}

/** What is known about the users who were served the value. */
export type RampEvidence =
  | { readonly kind: 'not_watched' }
  | { readonly kind: 'not_checked'; readonly reason: string }
  | { readonly kind: 'checked'; readonly units: number; readonly breached: string | null };

export type RampWait =
  | { readonly kind: 'time'; readonly untilMs: number }
  | { readonly kind: 'units'; readonly units: number; readonly minUnits: number }
  | { readonly kind: 'guardrails'; readonly reason: string };

export type RampNext = { readonly kind: 'wait'; readonly for: RampWait } | { readonly kind: 'go_on' };

export const DEFAULT_MIN_UNITS = 100;

/** Whether a running ramp goes on now, and if not, what it waits for. */
export function nextOfRamp({ steps, step, stepSinceMs }: Ramp, evidence: RampEvidence, nowMs: number): RampNext {
  const { holdMinutes = 0, minUnits = null } = steps[step] ?? {};
  const untilMs = stepSinceMs + holdMinutes * MINUTE_MS;
  if (nowMs < untilMs) return waitFor({ kind: 'time', untilMs });
  if (evidence.kind === 'not_watched') return { kind: 'go_on' };
  if (evidence.kind === 'not_checked') return waitFor({ kind: 'guardrails', reason: evidence.reason });
  if (evidence.breached !== null) return waitFor({ kind: 'guardrails', reason: evidence.breached });
  const needed = minUnits ?? DEFAULT_MIN_UNITS;
  if (evidence.units < needed) return waitFor({ kind: 'units', units: evidence.units, minUnits: needed });
  return { kind: 'go_on' };
}

const waitFor = (wait: RampWait): RampNext => ({ kind: 'wait', for: wait });

/** The next step, in force from now; after the last one the ramp is completed. */
export function advanceRamp(ramp: Ramp, nowMs: number): Ramp {
  const isLast = ramp.step + 1 >= ramp.steps.length;
  return isLast ? { ...ramp, status: 'completed' } : { ...ramp, step: ramp.step + 1, stepSinceMs: nowMs };
}

export const isRampActive = (ramp: Ramp | null): ramp is Ramp =>
  ramp !== null && (ramp.status === 'running' || ramp.status === 'paused');

export const percentageOf = ({ steps, step }: Ramp): number => steps[step]?.percentage ?? 0;
