import type { ChangeIn } from '../design/format/describe-change.ts';
import { formatExactNumber, formatShortNumber } from '../design/format/format-number.ts';
import { Change } from '../design/primitives/change.tsx';
import { Hint } from '../design/primitives/hint.tsx';
import styles from './single-metric.module.css';

export interface SingleMetricProps {
  readonly label: string;
  readonly value: number | null;
  readonly before?: number | null | undefined;
  /** "the 7 days before" */
  readonly against?: string | undefined;
  readonly good?: 'up' | 'down' | undefined;
  /** `points` for shares. */
  readonly changeIn?: ChangeIn | undefined;
  readonly of?: string | undefined;
  readonly formatValue?: ((value: number) => string) | undefined;
}

/** One number as a whole widget. */
export function SingleMetric(props: SingleMetricProps) {
  const { label, value, before, against, good, of, formatValue = formatShortNumber } = props;
  return (
    <figure className={styles.metric} aria-label={label}>
      <Hint text={value === null ? 'no data in this range' : formatExactNumber(value)} className={styles.value}>
        {value === null ? '–' : formatValue(value)}
      </Hint>
      <figcaption className={styles.foot}>
        {of !== undefined && <span>of {of}</span>}
        {before !== undefined && (
          <Change
            now={value}
            before={before}
            good={good}
            format={formatValue}
            against={against}
            changeIn={props.changeIn}
          />
        )}
      </figcaption>
    </figure>
  );
}
