import type { ReactNode } from 'react';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatExactNumber } from '../../../design/format/format-number.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { StatusBadge, type Tone } from '../../../design/primitives/status-badge.tsx';
import { metricName } from '../../../insights/metrics/metric-words.ts';
import { type Experiment, unitWords } from '../experiment.ts';
import { decisionStates, formatChance, guardrailState, splitState } from './result-words.ts';
import { controlKeyOf, primaryMetricOf, type Results } from './results.ts';
import styles from './verdict-panel.module.css';

export interface VerdictPanelProps {
  readonly experiment: Experiment;
  readonly results: Results;
  /** Beside the state: the day, the downloads. */
  readonly tools: ReactNode;
}

/** What came out, before any number: a sentence, why, and whether it can be trusted. */
export function VerdictPanel({ experiment, results, tools }: VerdictPanelProps) {
  const state = decisionStates[results.decision];
  return (
    <section className={styles.panel} data-tone={state.tone} aria-labelledby="verdict">
      <div className={flowStyles.between16}>
        <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
        <div className={flowStyles.row8}>{tools}</div>
      </div>
      <h2 id="verdict" className={styles.verdict}>
        {results.verdict}
      </h2>
      {results.reasons.length > 0 && (
        <ul className={styles.reasons} aria-label="Reasons">
          {results.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <dl className={styles.checks}>
        {checksOf(experiment, results).map(({ label, value, tone, detail }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {tone === undefined ? (
                <span className={styles.figure}>{value}</span>
              ) : (
                <StatusBadge tone={tone}>{value}</StatusBadge>
              )}
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Check {
  readonly label: string;
  readonly value: string;
  readonly tone?: Tone;
  readonly detail?: string | undefined;
}

function checksOf(experiment: Experiment, results: Results): readonly Check[] {
  const { many } = unitWords[experiment.unit];
  const split = splitState(results);
  const guardrails = guardrailState(results.metrics, metricName);
  const units = results.exposures.reduce((sum, exposure) => sum + exposure.units, 0);
  const left = [
    results.excluded_units > 0 ? `${formatExactNumber(results.excluded_units)} saw more than one variant` : '',
    results.unknown_units > 0 ? `${formatExactNumber(results.unknown_units)} had unknown variants` : '',
  ].filter((text) => text !== '');
  const checks: Check[] = [
    { label: 'Split', value: split.label, tone: split.tone, detail: split.detail },
    ...(guardrails === undefined
      ? []
      : [{ label: 'Guardrails', value: guardrails.label, tone: guardrails.tone, detail: guardrails.detail }]),
    {
      label: 'Exposed',
      value: `${formatExactNumber(units)} ${many}`,
      detail: left.length === 0 ? undefined : `Excluded: ${left.join(', ')}`,
    },
  ];
  const leading = leadingText(results);
  if (leading !== undefined) checks.push({ label: 'Leading', value: leading.name, detail: leading.detail });
  if (results.days_to_go !== null && experiment.status === 'running') {
    const days = formatCount(results.days_to_go, 'day');
    checks.push({ label: 'Time left', value: `About ${days}`, detail: 'At current traffic' });
  }
  return checks;
}

function leadingText({ decision, leading_variant: key, metrics, exposures }: Results) {
  const primary = primaryMetricOf(metrics);
  // What cannot be trusted has no leader.
  if (key === null || primary === undefined || decision === 'invalid') return undefined;
  if (key === controlKeyOf(exposures)) return { name: key, detail: 'No variant is ahead of control' };
  const chance = primary.variants.find(({ variant_key }) => variant_key === key)?.chance_to_beat ?? null;
  if (chance === null) return { name: key, detail: undefined };
  return { name: key, detail: `${formatChance(chance)} chance to beat control in ${metricName(primary)}` };
}
