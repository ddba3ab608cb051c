import type { Guard, Measurement } from '@lamppost/sdk-core';
import type { Host, StartupTiming } from './host.ts';
import { isActive } from './react-native-platform.ts';

/** What took longer was no start that somebody waited for: the system had the process ready long before. */
const MAX_STARTUP_MS = 60_000;

const timingOf = ({ global }: Host): StartupTiming | undefined =>
  global.performance?.rnStartupTiming ?? global.performance?.reactNativeStartupTiming;

/**
 * How long a cold start took, from the start of the process, as far as React Native tells, to the call of what is
 * returned. Nothing is reported starts in the background, or where React Native does not say when it began.
 */
export function measureStartup(host: Host, guard: Guard, measure: (measurement: Measurement) => void): () => void {
  const { performance } = host.global;
  // Where the native side of it is missing, some versions throw.
  const timing = guard(timingOf)(host);
  const startMs = timing?.startTime;
  let isOver = !startMs || !guard(isActive)(host);
  return guard(() => {
    if (isOver || !startMs || !performance) return;
    isOver = true;
    const value = performance.now() - startMs;
    const bundleMs = timing?.executeJavaScriptBundleEntryPointStart;
    if (value <= 0 || value > MAX_STARTUP_MS) return;
    measure({
      type: 'startup',
      name: 'cold_start',
      value,
      attributes: bundleMs ? { bundle_started_ms: Math.round(bundleMs - startMs) } : undefined,
    });
  });
}
