import { LEAST_SESSIONS } from './judge-crashes.ts';

type HealthStatus = 'healthy' | 'degraded' | 'critical' | 'unknown';

export interface Health {
  readonly status: HealthStatus;
  /** 0 to 100; null when unknown. */
  readonly score: number | null;
}

type Curve = readonly (readonly [percent: number, penalty: number])[];

/** 1.09 % of sessions is where app stores call it bad behaviour: up to there it is healthy. */
const crashPenalty: Curve = [
  [0, 0],
  [1.09, 15],
  [3.27, 40],
  [10, 100],
];
/** A hundredth of requests fails everywhere: networks do. */
const errorPenalty: Curve = [
  [1, 0],
  [5, 15],
  [20, 40],
  [50, 60],
];

const HEALTHY_FROM = 85;
const DEGRADED_FROM = 60;

/** 100 less what crashes and failed requests cost. Rates are percents, null when there is nothing to say. */
export function healthOf(sessions: number, crashFreeRate: number | null, errorRate: number | null): Health {
  if (crashFreeRate === null || sessions < LEAST_SESSIONS) return { status: 'unknown', score: null };
  const lost = penalty(crashPenalty, 100 - crashFreeRate) + (errorRate === null ? 0 : penalty(errorPenalty, errorRate));
  const score = Math.max(0, Math.round((100 - lost) * 10) / 10);
  if (score >= HEALTHY_FROM) return { status: 'healthy', score };
  return { status: score >= DEGRADED_FROM ? 'degraded' : 'critical', score };
}

/** Straight lines between the points, level beyond them. */
function penalty(curve: Curve, percent: number): number {
  const after = curve.findIndex(([at]) => percent <= at);
  if (after === 0) return curve[0]?.[1] ?? 0;
  const [from, cost] = curve.at(after === -1 ? -1 : after - 1) ?? [0, 0];
  const [to, nextCost] = after === -1 ? [from, cost] : (curve[after] ?? [from, cost]);
  return to === from ? cost : cost + ((percent - from) / (to - from)) * (nextCost - cost);
}
