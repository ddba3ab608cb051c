import { formatPercent } from '../format/format-number.ts';
import { Hint } from './hint.tsx';
import styles from './values.module.css';

export interface PercentProps {
  /** 0 to 100. */
  readonly value: number | null | undefined;
  /** The whole, in words: "sessions", "people who saw the page". */
  readonly of: string;
  /** Writes the whole behind the number instead of on hover. */
  readonly isSpelledOut?: boolean | undefined;
  readonly digits?: number | undefined;
}

/** A share never stands without what it is a share of. */
export function Percent({ value, of, isSpelledOut = false, digits }: PercentProps) {
  const text = formatPercent(value, digits);
  if (isSpelledOut) {
    return (
      <span className={styles.number}>
        {text} <span className={styles.of}>of {of}</span>
      </span>
    );
  }
  return (
    <Hint text={`${text} of ${of}`} className={styles.number}>
      {text}
    </Hint>
  );
}
