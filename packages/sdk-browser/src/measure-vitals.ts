import type { CreatePlugin, Lamppost } from '@lamppost/sdk-core';
import { guard } from './guard.ts';
import { listen } from './listen.ts';
import { runAll } from './run-all.ts';

/** Members of the entries that are looked at here. */
interface Entry extends PerformanceEntry {
  readonly responseStart: number;
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly interactionId: number;
}

type Vital = 'TTFB' | 'FCP' | 'LCP' | 'CLS' | 'INP';

/**
 * LCP, INP, CLS, FCP and TTFB, each once for a load of the page and for each return to it: when it is first left. INP is
 * the slowest interaction. What was painted while nobody looked, or before a prepared page was shown, does not count.
 */
export const measureVitals: CreatePlugin = ({ client }) => {
  const types = PerformanceObserver.supportedEntryTypes;
  let values: Partial<Record<Vital, number>> = {};
  let path = location.pathname;
  let hiddenMs = document.hidden ? 0 : 1 / 0;
  let shift = 0;
  let firstShiftMs = 0;
  let lastShiftMs = 0;
  let isSent: boolean;

  const keepMax = (name: Vital, value: number): void => {
    values[name] = Math.max(values[name] ?? 0, value);
  };
  const painted = (ms: number): void => {
    keepMax('FCP', ms);
    if (types.includes('layout-shift')) keepMax('CLS', 0);
  };
  const interact = ({ interactionId, duration }: Entry): void => {
    if (interactionId) keepMax('INP', duration);
  };
  const looks: Record<string, (entry: Entry) => void> = {
    navigation: ({ responseStart }) => keepMax('TTFB', responseStart),
    paint({ name, startTime }) {
      if (name[6] === 'c' && startTime < hiddenMs) painted(startTime);
    },
    'largest-contentful-paint'({ startTime }) {
      if (startTime < hiddenMs) keepMax('LCP', startTime);
    },
    'layout-shift'({ value, startTime, hadRecentInput }) {
      if (hadRecentInput) return;
      // A window ends with a second of rest, and after five.
      if (startTime > lastShiftMs + 1e3 || startTime > firstShiftMs + 5e3) {
        firstShiftMs = startTime;
        shift = 0;
      }
      lastShiftMs = startTime;
      shift += value;
      keepMax('CLS', shift);
    },
    event: interact,
    'first-input': interact,
  };
  const take = (entries: readonly PerformanceEntry[]): void => {
    for (const entry of entries) looks[entry.entryType]?.(entry as Entry);
  };
  const observer = new PerformanceObserver(guard((list) => take(list.getEntries())));
  for (const type in looks)
    if (types.includes(type))
      observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);

  return {
    onLifecycleEvent(event) {
      if (event !== 'background' || isSent) return;
      take(observer.takeRecords());
      hiddenMs &&= performance.now();
      for (const name in values) {
        isSent = true;
        (client as Lamppost).measure({
          type: 'web_vital',
          name,
          value: values[name as Vital] as number,
          attributes: { path },
        });
      }
    },
    onClose: runAll([
      () => observer.disconnect(),
      listen('pageshow', ({ persisted, timeStamp }) => {
        if (!persisted) return;
        isSent = false;
        values = {};
        hiddenMs = 1 / 0;
        path = location.pathname;
        // The frame after the next one is on the screen.
        requestAnimationFrame(() =>
          requestAnimationFrame(
            guard((now) => {
              keepMax('TTFB', 0);
              keepMax('LCP', now - timeStamp);
              painted(now - timeStamp);
            }),
          ),
        );
      }),
    ]),
  };
};
