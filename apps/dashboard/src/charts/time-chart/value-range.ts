import { valueTicks } from '../value-ticks.ts';

export interface ValueRangeRequest {
  readonly min: number | null;
  readonly max: number | null;
  /** Lines that must be in sight. */
  readonly references: readonly number[];
  /** The top, unless something is above it. */
  readonly yMax: number | undefined;
  /** Begins near the lowest value instead of at zero. */
  readonly isNear: boolean;
}

/** Where the axis of values begins and ends: at round numbers. */
export function valueRange({ min, max, references, yMax, isNear }: ValueRangeRequest): [number, number] {
  if (isNear && min !== null && max !== null) return nearRange(min, max, references, yMax);
  const low = Math.min(0, min ?? 0, ...references);
  const high = Math.max(yMax ?? 0, max ?? 0, ...references);
  if (low === high) return [0, 1];
  const step = stepOf(low, high);
  const top = yMax !== undefined && high <= yMax ? yMax : Math.ceil(high / step - 1e-9) * step;
  return [low < 0 ? Math.floor(low / step + 1e-9) * step : 0, top];
}

function nearRange(
  min: number,
  max: number,
  references: readonly number[],
  yMax: number | undefined,
): [number, number] {
  const low = Math.min(min, ...references);
  const high = Math.max(yMax ?? max, max, ...references);
  // All the same: half a unit of room, or the line would lie on the edge.
  if (low === high) return [low - 1, high === yMax ? high : high + 1];
  const step = stepOf(low, high);
  return [Math.floor(low / step + 1e-9) * step, high === yMax ? high : Math.ceil(high / step - 1e-9) * step];
}

function stepOf(low: number, high: number): number {
  const ticks = valueTicks(low, high, 5);
  return (ticks[1] ?? 1) - (ticks[0] ?? 0);
}
