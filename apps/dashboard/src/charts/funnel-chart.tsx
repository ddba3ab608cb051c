import type { CSSProperties } from 'react';
import { formatDuration } from '../design/format/format-duration.ts';
import { formatExactNumber, formatPercent, formatShortNumber } from '../design/format/format-number.ts';
import flowStyles from '../design/layout/flow.module.css';
import textStyles from '../design/primitives/text.module.css';
import { ChartFigure } from './chart-figure.tsx';
import { ChartLegend } from './chart-legend.tsx';
import styles from './funnel-chart.module.css';
import { type FunnelColumn, funnelColumns, funnelSentence } from './funnel-columns.ts';
import type { FunnelGroup } from './funnel-group.ts';
import { useSeriesColour } from './series-colours.tsx';

export interface FunnelChartProps {
  readonly label: string;
  /** One group is one funnel; more stand side by side. */
  readonly groups: readonly FunnelGroup[];
  readonly height?: number | undefined;
  readonly hasCounts?: boolean | undefined;
  /** Who goes through: "people". */
  readonly of?: string | undefined;
  /** Somebody wants to see who reached a step, or was lost before it; of one group, if there are several. */
  readonly onStep?: ((stepIndex: number, outcome: 'reached' | 'dropped', group: string) => void) | undefined;
}

const noneHidden: ReadonlySet<string> = new Set();

export function FunnelChart(props: FunnelChartProps) {
  const { label, groups, height = 220, hasCounts = true, of = 'people', onStep } = props;
  const seriesColour = useSeriesColour(groups.map((group) => group.name));
  const columns = funnelColumns(groups);
  const isBroken = groups.length > 1;
  return (
    <ChartFigure
      label={label}
      summary={funnelSentence(label, groups, of)}
      table={{
        header: ['group', 'step', 'count', '% of first step', '% dropped off', 'median seconds'],
        rows: groups.flatMap((group) =>
          columns.map(({ cells }) => {
            const cell = cells.find((one) => one.group === group.name);
            const place = cell?.step;
            return [
              group.name,
              place?.name ?? '',
              place?.count ?? null,
              place?.percentage ?? null,
              cell?.lostPercent ?? null,
              place?.medianSecondsFromPrevious ?? null,
            ];
          }),
        ),
      }}
      legend={
        isBroken ? (
          <ChartLegend
            items={groups.map((group) => ({ name: group.name, colour: seriesColour(group.name) }))}
            hidden={noneHidden}
            onChange={() => undefined}
          />
        ) : undefined
      }
    >
      <ol className={styles.funnel} style={{ ['--funnel-height' as string]: `${height}px` }}>
        {columns.map((column) => (
          <Step
            key={column.index}
            column={column}
            of={of}
            hasCounts={hasCounts}
            colourOf={(group) => (isBroken ? seriesColour(group) : 'var(--lp-series-1)')}
            onOpen={onStep === undefined ? undefined : (outcome, group) => onStep(column.index, outcome, group)}
          />
        ))}
      </ol>
    </ChartFigure>
  );
}

interface StepProps {
  readonly column: FunnelColumn;
  readonly of: string;
  readonly hasCounts: boolean;
  readonly colourOf: (group: string) => string;
  readonly onOpen: ((outcome: 'reached' | 'dropped', group: string) => void) | undefined;
}

function Step({ column, of, hasCounts, colourOf, onOpen }: StepProps) {
  const [first] = column.cells;
  return (
    <li className={flowStyles.stack8}>
      <div className={styles.head}>
        <span className={styles.place}>{column.index + 1}</span>
        <bdi className={styles.name} title={column.name}>
          {column.name}
        </bdi>
      </div>
      <div className={styles.bars}>
        {column.cells.map((cell) => (
          <div
            key={cell.group}
            className={styles.track}
            data-hint={`${cell.group === '' ? '' : `${cell.group}: `}${formatExactNumber(cell.step.count)} ${of}, ${formatPercent(cell.step.percentage)} of the first step`}
          >
            <Bar
              className={styles.lost}
              style={{ height: `${cell.previousPercent}%` }}
              label={`List ${nameOf(cell.group)}people who dropped off before step ${column.index + 1}`}
              onOpen={onOpen === undefined || (cell.lost ?? 0) === 0 ? undefined : () => onOpen('dropped', cell.group)}
            />
            <Bar
              className={styles.bar}
              style={{ height: `${cell.step.percentage}%`, ['--bar' as string]: colourOf(cell.group) }}
              label={`List ${nameOf(cell.group)}people who reached step ${column.index + 1}`}
              onOpen={onOpen === undefined || cell.step.count === 0 ? undefined : () => onOpen('reached', cell.group)}
            />
          </div>
        ))}
      </div>
      {column.cells.length === 1 && first !== undefined && (
        <div className={styles.foot}>
          <span className={styles.percent}>{formatPercent(first.step.percentage, 1)}</span>
          {hasCounts && (
            <span className={textStyles.muted}>
              {formatShortNumber(first.step.count)} {of}
            </span>
          )}
          {first.lost !== null && (
            <span className={textStyles.bad}>
              −{formatShortNumber(first.lost)} ({formatPercent(first.lostPercent, 1)} of step {column.index})
            </span>
          )}
          {first.step.medianSecondsFromPrevious !== null && (
            <span className={textStyles.muted}>
              {formatDuration(first.step.medianSecondsFromPrevious * 1000)} to convert (median)
            </span>
          )}
        </div>
      )}
      {column.cells.length > 1 && (
        <ul className={styles.groups}>
          {column.cells.map((cell) => (
            <li key={cell.group} className={styles.group}>
              <bdi className={styles.groupName}>{cell.group}</bdi>
              <span className={textStyles.medium}>{formatPercent(cell.step.percentage, 1)}</span>
              {hasCounts && <span className={styles.groupCount}>{formatShortNumber(cell.step.count)}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const nameOf = (group: string): string => (group === '' ? '' : `${group}: `);

interface BarProps {
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly label: string;
  readonly onOpen: (() => void) | undefined;
}

function Bar({ className, style, label, onOpen }: BarProps) {
  if (onOpen === undefined) return <div className={className} style={style} />;
  return <button type="button" className={className} style={style} aria-label={label} onClick={onOpen} />;
}
