import { useEffect, useState } from 'react';
import { formatExactTime, formatRelativeTime, type Instant, relativeTimeStaysMs, toMs } from '../format/format-time.ts';
import { Hint } from './hint.tsx';
import { useTimeZone } from './time-zone.tsx';
import styles from './values.module.css';

export interface RelativeTimeProps {
  readonly at: Instant;
  /** The project's zone when not given. */
  readonly timeZone?: string | undefined;
}

/** "3 min ago", which stays true while it is looked at; the exact time on hover. */
export function RelativeTime({ at, timeZone }: RelativeTimeProps) {
  const projectZone = useTimeZone();
  const zone = timeZone ?? projectZone;
  const nowMs = useNow(at);
  const ms = toMs(at);
  if (!Number.isFinite(ms)) return <span className={styles.number}>–</span>;
  return (
    <Hint text={formatExactTime(ms, zone)} className={styles.time}>
      <time dateTime={new Date(ms).toISOString()}>{formatRelativeTime(ms, nowMs, zone)}</time>
    </Hint>
  );
}

function useNow(at: Instant): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(Date.now()), relativeTimeStaysMs(at, nowMs));
    return () => clearTimeout(timer);
  }, [at, nowMs]);
  return nowMs;
}
