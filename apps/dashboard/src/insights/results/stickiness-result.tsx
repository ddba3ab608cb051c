import type { Wire } from '@lamppost/protocol';
import { ColumnChart } from '../../charts/column-chart.tsx';
import { formatPercent } from '../../design/format/format-number.ts';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
import { countedWords } from '../counted-words.ts';
import { describeInsight } from '../describe-insight.ts';
import type { StickinessInsight } from '../insight.ts';
import { Facts } from './facts.tsx';

export interface StickinessResultProps {
  readonly insight: StickinessInsight;
  readonly result: Wire['StickinessResult'];
  readonly height?: number | undefined;
  /** False in a widget. */
  readonly hasFacts?: boolean | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

export function StickinessResult({ insight, result, height, hasFacts = true, onPeople }: StickinessResultProps) {
  const { points, interval, periods } = result;
  const label = describeInsight(insight);
  const people = points.reduce((sum, { persons }) => sum + persons, 0);
  const days = points.reduce((sum, point) => sum + point.persons * point.periods, 0);
  const average = people === 0 ? 0 : days / people;
  const counted = countedWords(insight);
  const once = points[0]?.percentage ?? 0;
  return (
    <div className={flowStyles.stack12}>
      {hasFacts && (
        <Facts
          facts={[
            { name: `${counted.charAt(0).toUpperCase()}${counted.slice(1)}`, value: people.toLocaleString('en') },
            { name: `Average active ${interval}s`, value: `${average.toFixed(1)} of ${periods}` },
            { name: `Active in one ${interval} only`, value: formatPercent(once, 1) },
          ]}
        />
      )}
      <ColumnChart
        label={label}
        summary={`${label}. On average ${counted} were active in ${average.toFixed(1)} of ${periods} ${interval}s.`}
        of={counted}
        height={height}
        onColumn={onPeople === undefined ? undefined : (index) => onPeople({ periods: index + 1 })}
        columns={points.map((point) => ({
          name: `${point.periods}`,
          value: point.persons,
          detail: ` active in exactly ${point.periods} ${interval}${point.periods === 1 ? '' : 's'}, ${formatPercent(point.percentage, 1)} of all`,
        }))}
      />
      {hasFacts && <p className={textStyles.caption}>Number of {interval}s with at least one event</p>}
    </div>
  );
}
