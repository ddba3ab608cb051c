import { useEffect, useState } from 'react';
import { formatShortNumber } from '../../design/format/format-number.ts';
import { Sparkline } from '../../design/primitives/sparkline.tsx';
import { type EventRate, ratePerSecond, secondsBefore } from './event-rate.ts';
import styles from './live.module.css';

export interface RateMeterProps {
  readonly rate: { readonly current: EventRate };
  readonly isPaused: boolean;
}

/** Moves on by itself once a second, so that the list does not have to. */
export function RateMeter({ rate, isPaused }: RateMeterProps) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const perSecond = ratePerSecond(rate.current, nowMs);
  return (
    <div
      className={styles.rate}
      data-hint="Events per second, including rejected ones: average of the last 5 seconds, and the last minute"
    >
      <Sparkline values={secondsBefore(rate.current, nowMs)} width={96} height={24} />
      <span className={styles.number}>
        {isPaused ? 'paused' : `${formatShortNumber(Math.round(perSecond * 10) / 10)} per second`}
      </span>
    </div>
  );
}
