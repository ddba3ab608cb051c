import { formatExactNumber, formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import { dateFormatter } from '../../design/format/format-time.ts';
import { heatOf } from '../../design/primitives/heat.ts';
import textStyles from '../../design/primitives/text.module.css';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import { ChartFigure } from '../chart-figure.tsx';
import type { RetentionCohort } from './retention-cohort.ts';
import { retentionMean, retentionSentence } from './retention-mean.ts';
import styles from './retention-table.module.css';

export interface RetentionTableProps {
  readonly label: string;
  readonly interval: 'hour' | 'day' | 'week' | 'month';
  readonly cohorts: readonly RetentionCohort[];
  readonly hasHeat?: boolean | undefined;
  readonly timeZone?: string | undefined;
  /** What stands in the cells; the colour is always that of the share. */
  readonly unit?: 'percent' | 'count' | undefined;
  /** What is counted; "people" when not given. */
  readonly counted?: string | undefined;
  /** Somebody wants to see who is behind a cell; without a period it is one of all cohorts. */
  readonly onCell?: ((period: string | undefined, index: number) => void) | undefined;
}

export const periodNames = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } as const;

const dayParts = { day: 'numeric', month: 'short' } as const;
const startParts = {
  hour: { ...dayParts, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: dayParts,
  week: dayParts,
  month: { month: 'short', year: 'numeric' },
} as const;

export function RetentionTable(props: RetentionTableProps) {
  const { label, interval, cohorts, hasHeat = true, timeZone, unit = 'percent', counted = 'people', onCell } = props;
  const projectZone = useTimeZone();
  const start = dateFormatter(timeZone ?? projectZone, startParts[interval]);
  const width = Math.max(0, ...cohorts.map((cohort) => cohort.retention.length));
  const places = Array.from({ length: width }, (_, index) => index);
  const periodName = periodNames[interval];
  const mean = retentionMean(cohorts, width);
  return (
    <ChartFigure
      label={label}
      summary={retentionSentence(label, cohorts, interval, counted)}
      table={{
        header: ['cohort', counted, ...places.map((place) => `${periodName} ${place}`)],
        rows: cohorts.map((cohort) => [
          cohort.period,
          cohort.size,
          ...places.map((place) => cohort.retention[place] ?? null),
        ]),
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={`${label}, by cohort`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">First {interval}</th>
              <th scope="col" className={styles.number}>
                {counted.charAt(0).toUpperCase() + counted.slice(1)}
              </th>
              {places.map((place) => (
                <th key={place} scope="col" className={styles.centre}>
                  {periodName} {place}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={styles.mean}>
              <th scope="row">Weighted average</th>
              <td className={styles.number}>
                {formatShortNumber(cohorts.reduce((sum, cohort) => sum + cohort.size, 0))}
              </td>
              {places.map((place) => (
                <HeatCell
                  key={place}
                  percent={mean[place] ?? null}
                  hasHeat={hasHeat}
                  countOf={undefined}
                  hint="of all cohorts old enough to measure"
                  onOpen={onCell === undefined ? undefined : () => onCell(undefined, place)}
                />
              ))}
            </tr>
            {cohorts.map((cohort) => (
              <tr key={cohort.period}>
                <th scope="row">{start.format(Date.parse(cohort.period))}</th>
                <td className={styles.number} data-hint={`${formatExactNumber(cohort.size)} ${counted}`}>
                  {formatShortNumber(cohort.size)}
                </td>
                {places.map((place) => (
                  <HeatCell
                    key={place}
                    percent={cohort.size === 0 ? null : (cohort.retention[place] ?? null)}
                    nothing={cohort.size === 0 ? `no ${counted} in this cohort` : undefined}
                    hasHeat={hasHeat}
                    countOf={unit === 'count' ? cohort.size : undefined}
                    hint={`of ${formatExactNumber(cohort.size)} ${counted} came back in ${periodName.toLowerCase()} ${place}`}
                    onOpen={onCell === undefined ? undefined : () => onCell(cohort.period, place)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartFigure>
  );
}

interface HeatCellProps {
  readonly percent: number | null;
  readonly hasHeat: boolean;
  readonly hint: string;
  /** Shows how many of so many it is instead of the share. */
  readonly countOf: number | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** Why there is no share. */
  readonly nothing?: string | undefined;
}

function HeatCell({ percent, hasHeat, hint, countOf, onOpen, nothing = 'in progress' }: HeatCellProps) {
  if (percent === null) {
    return (
      <td className={styles.notYet}>
        <span className={textStyles.hidden}>{nothing}</span>
      </td>
    );
  }
  const { alpha, isStrong } = heatOf(percent);
  const words = countOf === undefined ? formatPercent(percent, percent < 10 ? 1 : 0) : peopleOf(percent, countOf);
  return (
    <td
      className={styles.cell}
      data-strong={(hasHeat && isStrong) || undefined}
      data-hint={`${formatPercent(percent)} ${hint}`}
      style={hasHeat ? { ['--heat' as string]: alpha } : undefined}
    >
      {onOpen === undefined ? (
        words
      ) : (
        <button type="button" className={styles.open} onClick={onOpen}>
          {words}
        </button>
      )}
    </td>
  );
}

/** Shares have two decimals, so beyond ten thousand people the number behind one is only known roughly. */
function peopleOf(percent: number, size: number): string {
  const count = Math.round((percent * size) / 100);
  return size > 10_000 ? `≈ ${formatShortNumber(count)}` : formatShortNumber(count);
}
