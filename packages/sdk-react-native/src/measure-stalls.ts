import type { Guard, Measurement } from '@lamppost/sdk-core';
import type { Host } from './host.ts';
import { isActive, onPresence } from './react-native-platform.ts';

const BEAT_MS = 500;
const MIN_STALL_MS = 1_000;
/** What systems call not responding. */
const MIN_HANG_MS = 5_000;
/** A device that slept, not a stall. */
const MAX_STALL_MS = 60_000;

export interface StallMeasuring {
  screen(): string | undefined;
  measure(measurement: Measurement): void;
  later(delayMs: number, task: () => void): () => void;
  readonly guard: Guard;
}

/**
 * Times in which the JavaScript thread answered nobody, found by a timer that came too late: `stall`, and `anr_detected`
 * from five seconds on. Only while somebody looks.
 */
export function measureStalls(host: Host, { screen, measure, later, guard }: StallMeasuring): () => void {
  const { performance } = host.global;
  if (!performance) return () => {};
  let cancel: (() => void) | undefined;
  const beat = (): void => {
    const beganMs = performance.now();
    cancel = later(BEAT_MS, () => {
      const lateMs = performance.now() - beganMs - BEAT_MS;
      if (lateMs >= MIN_STALL_MS && lateMs < MAX_STALL_MS) {
        const name = screen();
        measure({
          type: 'anr',
          name: lateMs >= MIN_HANG_MS ? 'anr_detected' : 'stall',
          value: lateMs,
          attributes: name === undefined ? undefined : { screen: name },
        });
      }
      beat();
    });
  };
  const off = onPresence(host, guard, (isBack) => {
    cancel?.();
    if (isBack) beat();
  });
  if (isActive(host)) beat();
  return () => {
    off();
    cancel?.();
  };
}
