import { NumberInput, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatExactNumber, formatPercent, formatShortNumber } from '../../../design/format/format-number.ts';
import textStyles from '../../../design/primitives/text.module.css';
import type { ExperimentDraft, MetricDraft } from '../design-form/experiment-draft.ts';
import styles from '../design-form/experiment-form.module.css';
import { unitWords } from '../experiment.ts';
import { plannedBaseline, weightsOf } from './planned-baseline.ts';
import { usePlanner } from './use-planner.ts';
import { useTraffic } from './use-traffic.ts';

const POWER = 0.8;
const DAYS_OF_WEEK = 7;

/** How many units and days the primary metric needs, before anything is started. */
export function PlannerPanel({ draft }: { readonly draft: ExperimentDraft }) {
  const primary = draft.metrics.find(({ role }) => role === 'primary');
  if (primary === undefined || (primary.event ?? '') === '') {
    return <p className={textStyles.mutedText}>Add a primary metric to estimate the duration.</p>;
  }
  return <Planner key={`${primary.event} ${primary.type}`} draft={draft} primary={primary} />;
}

function Planner({ draft, primary }: { readonly draft: ExperimentDraft; readonly primary: MetricDraft }) {
  const planner = usePlanner();
  const traffic = useTraffic(primary.event);
  const [effect, setEffect] = useState(5);
  const [typedBaseline, setBaseline] = useState<number>();
  const [spread, setSpread] = useState<number>();
  const [typedDaily, setDaily] = useState<number>();
  const isShare = primary.type === 'conversion';
  const { many } = unitWords[draft.unit];
  const measured =
    isShare && traffic.people !== undefined && traffic.people > 0 && traffic.converted !== undefined
      ? Math.round((traffic.converted / traffic.people) * 10_000) / 100
      : undefined;
  const value = typedBaseline ?? measured;
  const perDay = traffic.people === undefined ? undefined : (traffic.people / DAYS_OF_WEEK) * (draft.trafficPct / 100);
  const daily = typedDaily ?? (perDay === undefined ? undefined : Math.round(perDay));
  const baseline = plannedBaseline(isShare, value, spread);
  const plan =
    baseline === undefined
      ? undefined
      : planner?.planExperiment({
          baseline,
          lift: effect / 100,
          power: POWER,
          analysis: draft.analysis,
          weights: weightsOf(draft.variants),
          unitsPerDay: daily ?? 0,
          unitsSoFar: 0,
        });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
        <NumberInput
          label="Minimum detectable effect"
          description="Relative to the control"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={effect}
          min={0.1}
          max={500}
          decimalScale={2}
          suffix=" %"
          onChange={(typed) => setEffect(typeof typed === 'number' && typed > 0 ? typed : 5)}
        />
        <NumberInput
          label={isShare ? 'Baseline conversion' : 'Baseline mean'}
          description={
            measured === undefined
              ? `Current value, without the change`
              : `${formatPercent(measured)} of users in the last 7 days`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value ?? ''}
          min={0}
          {...(isShare ? { max: 100, suffix: ' %' } : {})}
          decimalScale={4}
          onChange={(typed) => setBaseline(typeof typed === 'number' ? typed : undefined)}
        />
        {!isShare && (
          <NumberInput
            label="Standard deviation"
            description="Between units. If unknown, try twice the mean."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={spread ?? ''}
            min={0}
            decimalScale={4}
            onChange={(typed) => setSpread(typeof typed === 'number' ? typed : undefined)}
          />
        )}
        <NumberInput
          label={`New ${many} per day`}
          description={
            traffic.people === undefined
              ? 'In the experiment'
              : `${formatShortNumber(traffic.people)} users in the last 7 days × ${formatPercent(draft.trafficPct)} traffic`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={daily ?? ''}
          min={0}
          allowDecimal={false}
          onChange={(typed) => setDaily(typeof typed === 'number' ? typed : undefined)}
        />
      </SimpleGrid>
      <p className={styles.plan} role="status">
        {plan === undefined && 'Enter a baseline to see the required sample size.'}
        {plan?.kind === 'none' && plan.words}
        {plan?.kind === 'ok' && (
          <>
            <strong>
              {formatExactNumber(plan.units)} {many}
            </strong>
            {plan.days === null ? ', but there is no traffic yet' : `, about ${formatCount(plan.days, 'day')}`}. Detects
            an effect of {formatPercent(effect)} with 80 % power.
          </>
        )}
      </p>
    </>
  );
}
