import { Unacceptable } from '../../control/control-errors.ts';

export function checkTraffic(trafficPct: number): number {
  if (trafficPct >= 1 && trafficPct <= 100) return trafficPct;
  throw new Unacceptable('traffic_pct', 'traffic_pct must be a number from 1 to 100.');
}
