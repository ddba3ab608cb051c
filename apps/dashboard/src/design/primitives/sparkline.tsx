import { sparklinePath } from '../format/sparkline-path.ts';
import styles from './sparkline.module.css';

export interface SparklineProps {
  /** Evenly spaced, oldest first; null is a gap. */
  readonly values: readonly (number | null)[];
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Read aloud; without it the line is decoration beside a number that says the same. */
  readonly label?: string | undefined;
  /** The last value is of a bucket that is not over yet. */
  readonly isLastIncomplete?: boolean | undefined;
  /** The first value is of a bucket that began before the range. */
  readonly isFirstIncomplete?: boolean | undefined;
}

export function Sparkline({ values, width = 120, height = 28, label, ...ends }: SparklineProps) {
  const { line, area, incomplete, last } = sparklinePath(values, width, height, ends);
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
    >
      <path d={area} className={styles.area} />
      <path d={line} className={styles.line} />
      {incomplete !== undefined && <path d={incomplete} className={styles.incomplete} />}
      {last !== undefined && <circle cx={last.x} cy={last.y} r={2} className={styles.last} />}
    </svg>
  );
}
