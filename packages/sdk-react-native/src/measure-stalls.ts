import type { Guard, Measurement } from '@lamppost/sdk-core';
import type { Host } from './host.ts';
import { isActive, onPresence } from './react-native-platform.ts';

const beatMs = 500;
const stallMs = 1_000;
/** What systems call not responding. */
const hangMs = 5_000;
/** A device that slept, not a stall. */
const MAX_MS = 60_000;

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
    cancel = later(beatMs, () => {
      const lateMs = performance.now() - beganMs - beatMs;
      if (lateMs >= stallMs && lateMs < MAX_MS) {
        const name = screen();
        measure({
          type: 'anr',
          name: lateMs >= hangMs ? 'anr_detected' : 'stall',
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
