import { formatShortNumber } from '../design/format/format-number.ts';
import flowStyles from '../design/layout/flow.module.css';
import styles from './small-multiples.module.css';
import { TimeChart } from './time-chart/time-chart.tsx';
import type { TimeChartKind, TimeMarker, TimeSeries } from './time-chart/time-series.ts';

interface SmallMultiple {
  readonly name: string;
  readonly series: readonly TimeSeries[];
  /** A number beside the name: the newest value, the whole. */
  readonly value?: number | null | undefined;
}

export interface SmallMultiplesProps {
  readonly label: string;
  readonly times: readonly number[];
  readonly multiples: readonly SmallMultiple[];
  readonly kind?: TimeChartKind | undefined;
  readonly formatValue?: ((value: number) => string) | undefined;
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly isLastIncomplete?: boolean | undefined;
  readonly height?: number | undefined;
  readonly onSelect?: ((name: string) => void) | undefined;
}

/** The same small chart for each value, all on one scale and with one crosshair, so that they can be compared. */
export function SmallMultiples(props: SmallMultiplesProps) {
  const { label, times, multiples, formatValue = formatShortNumber, height = 120, onSelect } = props;
  const top = multiples.flatMap(({ series }) =>
    series.flatMap(({ values }) => values.filter((value) => value !== null)),
  );
  const yMax = top.reduce((max, value) => Math.max(max, value), 0);
  return (
    <ul className={styles.grid} aria-label={label}>
      {multiples.map((multiple) => (
        <li key={multiple.name} className={flowStyles.shrink}>
          <div className={styles.head}>
            {onSelect === undefined ? (
              <bdi className={styles.name} title={multiple.name}>
                {multiple.name}
              </bdi>
            ) : (
              <button
                type="button"
                className={styles.name}
                title={multiple.name}
                onClick={() => onSelect(multiple.name)}
              >
                <bdi>{multiple.name}</bdi>
              </button>
            )}
            {multiple.value !== undefined && (
              <span className={styles.value}>{multiple.value === null ? '–' : formatValue(multiple.value)}</span>
            )}
          </div>
          <TimeChart
            label={`${label}: ${multiple.name}`}
            times={times}
            series={multiple.series}
            kind={props.kind}
            formatValue={formatValue}
            markers={props.markers}
            isLastIncomplete={props.isLastIncomplete}
            height={height}
            yMax={yMax > 0 ? yMax : undefined}
            syncKey={label}
            hasLegend={false}
            hasMenu={false}
          />
        </li>
      ))}
    </ul>
  );
}
