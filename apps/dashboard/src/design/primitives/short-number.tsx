import { formatExactNumber, formatShortNumber } from '../format/format-number.ts';
import { Hint } from './hint.tsx';
import styles from './values.module.css';

export interface ShortNumberProps {
  readonly value: number | null | undefined;
  /** Said with the exact value: "events", "sessions". */
  readonly unit?: string | undefined;
  /** The unit of exactly one: "event". */
  readonly one?: string | undefined;
}

/** 12.4 k, with 12,431 on hover. */
export function ShortNumber({ value, unit, one = unit }: ShortNumberProps) {
  const short = formatShortNumber(value);
  const exact = formatExactNumber(value);
  const whole = unit === undefined ? exact : `${exact} ${value === 1 ? one : unit}`;
  if (short === whole) return <span className={styles.number}>{short}</span>;
  return (
    <Hint text={whole} className={styles.number}>
      {short}
    </Hint>
  );
}
