import type { Wire } from '@lamppost/protocol';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { CurveChart } from '../../charts/retention/curve-chart.tsx';
import { periodNames, RetentionTable } from '../../charts/retention/retention-table.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { countedWords } from '../counted-words.ts';
import { describeInsight } from '../describe-insight.ts';
import { fieldLabel } from '../field-words.ts';
import type { RetentionInsight } from '../insight.ts';

export interface RetentionResultProps {
  readonly insight: RetentionInsight;
  readonly result: Wire['RetentionResult'];
  readonly hasHeat?: boolean | undefined;
  /** False in a widget: only the table. */
  readonly hasCurve?: boolean | undefined;
  readonly onPeople?: ((at: Wire['InsightAt']) => void) | undefined;
}

const ALL = 'All';
/** More curves cannot be told apart. */
const MAX_CURVES = 7;

export function RetentionResult({ insight, result, hasHeat, hasCurve = true, onPeople }: RetentionResultProps) {
  const { breakdown = [] } = result;
  const [chosen, setChosen] = useState(ALL);
  const part = breakdown.find(({ name }) => name === chosen);
  const { cohorts } = part ?? result;
  const label = describeInsight(insight);
  const periodName = periodNames[result.interval];
  return (
    <div className={flowStyles.stack12}>
      {hasCurve && (
        <CurveChart
          label="Retention curve"
          nameOf={(place) => `${periodName} ${place}`}
          onPoint={
            onPeople === undefined
              ? undefined
              : (name, index) => onPeople({ index, ...(name === ALL ? {} : { breakdown: [name] }) })
          }
          curves={[
            { name: ALL, values: result.curve },
            ...breakdown.slice(0, MAX_CURVES).map(({ name, curve }) => ({ name, values: curve })),
          ]}
        />
      )}
      {breakdown.length > 0 && (
        <Select
          className={flowStyles.start ?? ''}
          size="xs"
          label={insight.breakdown === null ? 'Value' : fieldLabel(insight.breakdown)}
          allowDeselect={false}
          data={[ALL, ...breakdown.map(({ name }) => name).filter((name) => name !== ALL)]}
          value={part === undefined ? ALL : chosen}
          onChange={(name) => setChosen(name ?? ALL)}
        />
      )}
      <RetentionTable
        label={label}
        interval={result.interval}
        cohorts={cohorts}
        hasHeat={hasHeat}
        unit={insight.unit}
        counted={countedWords(insight)}
        onCell={
          onPeople === undefined
            ? undefined
            : (period, index) =>
                onPeople({
                  ...(period === undefined ? {} : { period }),
                  index,
                  ...(part === undefined ? {} : { breakdown: [part.name] }),
                })
        }
      />
    </div>
  );
}
