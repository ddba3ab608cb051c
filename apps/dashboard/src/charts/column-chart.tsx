import { formatExactNumber, formatShortNumber } from '../design/format/format-number.ts';
import flowStyles from '../design/layout/flow.module.css';
import { ChartFigure } from './chart-figure.tsx';
import styles from './column-chart.module.css';

interface Column {
  readonly name: string;
  readonly value: number;
  /** What pointing at it says, beside its name and value. */
  readonly detail?: string | undefined;
}

export interface ColumnChartProps {
  readonly label: string;
  readonly summary: string;
  readonly columns: readonly Column[];
  readonly height?: number | undefined;
  /** What is counted: "people". */
  readonly of: string;
  /** Somebody wants to see what is behind a column. */
  readonly onColumn?: ((index: number) => void) | undefined;
}

/** More of them have no room for a name each. */
const MAX_NAMES = 12;

/** Columns in an order that means something, such as a number of days. */
export function ColumnChart({ label, summary, columns, height = 220, of, onColumn }: ColumnChartProps) {
  const highest = Math.max(1, ...columns.map(({ value }) => value));
  const every = Math.ceil(columns.length / MAX_NAMES);
  return (
    <ChartFigure
      label={label}
      summary={summary}
      table={{ header: ['', of], rows: columns.map(({ name, value }) => [name, value]) }}
    >
      <ol className={styles.columns} style={{ ['--column-height' as string]: `${height}px` }}>
        {columns.map(({ name, value, detail = '' }, index) => {
          const words = `${name}: ${formatExactNumber(value)} ${of}${detail}`;
          const inside = (
            <>
              {columns.length <= MAX_NAMES && value > 0 && (
                <span className={styles.value}>{formatShortNumber(value)}</span>
              )}
              <span className={styles.bar} style={{ height: `${(value / highest) * 88}%` }} />
            </>
          );
          return (
            <li key={name} className={flowStyles.grow}>
              {onColumn === undefined || value === 0 ? (
                <div className={styles.track} data-hint={words}>
                  {inside}
                </div>
              ) : (
                <button
                  type="button"
                  className={styles.track}
                  data-hint={words}
                  aria-label={`List people: ${words}`}
                  onClick={() => onColumn(index)}
                >
                  {inside}
                </button>
              )}
              <span className={styles.name}>{index % every === 0 ? name : '\u00a0'}</span>
            </li>
          );
        })}
      </ol>
    </ChartFigure>
  );
}
