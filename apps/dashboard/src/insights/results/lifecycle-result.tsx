import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { TimeChart, type TimeMarker } from '../../charts/time-chart/time-chart.tsx';
import { formatShortNumber } from '../../design/format/format-number.ts';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { describeInsight } from '../describe-insight.ts';
import type { LifecycleInsight } from '../insight.ts';

export interface LifecycleResultProps {
  readonly insight: LifecycleInsight;
  readonly result: Wire['LifecycleResult'];
  readonly markers?: readonly TimeMarker[] | undefined;
  readonly height?: number | undefined;
  /** False in a widget. */
  readonly hasNote?: boolean | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

const stateNames = { new: 'New', returning: 'Returning', resurrecting: 'Resurrecting', dormant: 'Dormant' } as const;

/** Who came stands above the line, who stayed away below it. */
export function LifecycleResult(props: LifecycleResultProps) {
  const { insight, result, markers, height = 320, hasNote = true, onPeople } = props;
  const { times, series } = useMemo(
    () => ({
      times: (result.series[0]?.points ?? []).map(({ bucketIso }) => Date.parse(bucketIso)),
      series: result.series.map(({ state, points }) => ({
        name: stateNames[state],
        values: points.map(({ value }) => (state === 'dormant' && value > 0 ? -value : value)),
      })),
    }),
    [result],
  );
  return (
    <div className={flowStyles.stack12}>
      <TimeChart
        label={describeInsight(insight)}
        kind="stacked-bar"
        times={times}
        series={series}
        markers={markers}
        height={height}
        formatValue={withoutSign}
        onPoint={
          onPeople === undefined
            ? undefined
            : (index, name) => {
                const line = result.series.find(({ state }) => stateNames[state] === name);
                const bucketIso = line?.points[index]?.bucketIso;
                if (line !== undefined && bucketIso !== undefined) onPeople({ bucketIso, state: line.state });
              }
        }
        hasLegend
      />
      {hasNote && (
        <p className={textStyles.caption}>
          New: first time ever. Returning: also active in the {result.interval} before. Resurrecting: active again after
          a pause. Dormant, below the line: active in the {result.interval} before, but not in this one.
        </p>
      )}
    </div>
  );
}

const withoutSign = (value: number): string => formatShortNumber(Math.abs(value));
