import { formatDuration } from '../format/format-duration.ts';
import { formatExactNumber } from '../format/format-number.ts';
import { Hint } from './hint.tsx';
import styles from './values.module.css';

export interface DurationProps {
  readonly ms: number | null | undefined;
}

/** 1.24 s, with the milliseconds on hover. */
export function Duration({ ms }: DurationProps) {
  const short = formatDuration(ms);
  if (ms === null || ms === undefined || ms < 1000) return <span className={styles.number}>{short}</span>;
  return (
    <Hint text={`${formatExactNumber(ms)} ms`} className={styles.number}>
      {short}
    </Hint>
  );
}
