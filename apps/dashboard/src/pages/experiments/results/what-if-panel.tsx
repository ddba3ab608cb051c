import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { formatExactNumber, formatPercent } from '../../../design/format/format-number.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { metricName } from '../../../insights/metrics/metric-words.ts';
import { type Experiment, unitWords } from '../experiment.ts';
import { baselineOf, unitsPerDay } from '../planner/baseline-of.ts';
import { daysText } from '../planner/days-text.ts';
import { usePlanner } from '../planner/use-planner.ts';
import styles from './results.module.css';
import { metricId, type Results } from './results.ts';

const POWER = 0.8;

/** How long it takes to find an effect of some size, with what was measured so far. */
export function WhatIfPanel({ experiment, results }: { readonly experiment: Experiment; readonly results: Results }) {
  const planner = usePlanner();
  const [percent, setPercent] = useState<number>(5);
  const metrics = results.metrics.filter(({ is_guardrail }) => !is_guardrail);
  const [id, setId] = useState(() => (metrics[0] === undefined ? '' : metricId(metrics[0])));
  const metric = metrics.find((one) => metricId(one) === id) ?? metrics[0];
  const baseline = metric === undefined ? undefined : baselineOf(metric, results.exposures);
  const { many } = unitWords[experiment.unit];
  if (metric === undefined || baseline === undefined) {
    return (
      <Panel title="What if">
        <p className={textStyles.mutedText}>Not enough data to plan.</p>
      </Panel>
    );
  }
  const unitsSoFar = results.exposures.reduce((sum, { units }) => sum + units, 0);
  const request = {
    baseline,
    power: POWER,
    analysis: results.analysis,
    weights: weightsOf(experiment),
    unitsPerDay: unitsPerDay(results),
    unitsSoFar,
  };
  const plan = planner?.planExperiment({ ...request, lift: percent / 100 });
  const detectable = planner?.detectableLift(request, unitsSoFar);
  return (
    <Panel title="What if" description="Sample size needed for a smaller effect">
      <div className={flowStyles.stack8}>
        {metrics.length > 1 && (
          <Select
            label="Metric"
            data={metrics.map((one) => ({ value: metricId(one), label: metricName(one) }))}
            value={id}
            onChange={(chosen) => setId(chosen ?? '')}
            allowDeselect={false}
          />
        )}
        <NumberInput
          label="Minimum detectable effect"
          description="Relative lift"
          value={percent}
          min={0.1}
          max={500}
          decimalScale={2}
          suffix=" %"
          onChange={(typed) => setPercent(typeof typed === 'number' && typed > 0 ? typed : 5)}
        />
      </div>
      <div className={styles.answer} role="status">
        {plan === undefined && <p className={styles.text}>Calculating…</p>}
        {plan?.kind === 'none' && <p className={styles.text}>{plan.words}</p>}
        {plan?.kind === 'ok' && (
          <>
            <p className={styles.bigText}>
              {formatExactNumber(plan.units)} {many}
            </p>
            <p className={styles.text}>{daysText(plan.days, plan.units <= unitsSoFar)}</p>
          </>
        )}
      </div>
      <p className={styles.note}>
        {detectable !== null && detectable !== undefined
          ? `With ${formatExactNumber(unitsSoFar)} ${many} so far, an effect of ${formatPercent(detectable * 100)} can be detected with 80 % power.`
          : `Not enough ${many} yet to detect any effect.`}
      </p>
    </Panel>
  );
}

/** The control first. */
const weightsOf = ({ variants }: Experiment): number[] =>
  [...variants]
    .sort((a, b) => Number(b.is_control ?? false) - Number(a.is_control ?? false))
    .map(({ weight }) => weight);
