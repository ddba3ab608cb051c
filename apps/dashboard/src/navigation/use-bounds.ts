import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { MINUTE_MS } from '../design/format/units.ts';
import { useTimeZone } from '../design/primitives/time-zone.tsx';
import { boundsOf, type TimeRange } from './time-range.ts';
import { useRange } from './use-range.ts';

export interface Bounds {
  readonly from: string;
  /** Not included. */
  readonly to: string;
}

export interface RangeBounds extends Bounds {
  readonly range: TimeRange;
  /** The period before, of the same length, and how it is called: "the previous 7 days". */
  readonly before: Bounds;
  readonly against: string;
}

const wholeMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS;

/**
 * The range of the address as instants, for routes that take `from` and `to`. They stay the same while a page is looked
 * at, so that answers are shared, and move on by whole minutes while the live switch is on.
 */
export function useBounds(): RangeBounds {
  const [range] = useRange();
  const [isLive] = useLocalStorage({ key: 'lamppost.live', defaultValue: false });
  const timeZone = useTimeZone();
  const [nowMs, setNowMs] = useState(wholeMinute);
  useEffect(() => {
    const move = (): void => setNowMs(wholeMinute());
    if (!isLive) return;
    const timer = setInterval(() => document.hidden || move(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return useMemo(() => boundsWithBefore(range, nowMs, timeZone), [range, nowMs, timeZone]);
}

const words: Readonly<Record<string, string>> = {
  '1h': 'the previous hour',
  '24h': 'the previous 24 hours',
  '7d': 'the previous 7 days',
  '30d': 'the previous 30 days',
  '90d': 'the previous 90 days',
};

export function boundsWithBefore(range: TimeRange, nowMs: number, timeZone: string): RangeBounds {
  const bounds = boundsOf(range, nowMs, timeZone);
  const [fromMs, toMs] = [Date.parse(bounds.from), Date.parse(bounds.to)];
  return {
    ...bounds,
    range,
    before: { from: new Date(2 * fromMs - toMs).toISOString(), to: bounds.from },
    against: (range.kind === 'relative' ? words[range.last] : undefined) ?? 'the previous period',
  };
}
