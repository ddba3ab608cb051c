import { NumberInput, Select, TextInput } from '@mantine/core';
import { builtInMetricOf } from '../../../insights/metrics/metric-words.ts';
import type { MetricDraft } from './experiment-draft.ts';
import styles from './experiment-form.module.css';

export interface MetricOptionsProps {
  readonly metric: MetricDraft;
  readonly problemOf: (name: string) => string | undefined;
  readonly onChange: (part: Partial<MetricDraft>) => void;
}

const directions = [
  { value: 'increase', label: 'Higher is better' },
  { value: 'decrease', label: 'Lower is better' },
];

const numberOr = <T,>(typed: number | string, otherwise: T): number | T =>
  typeof typed === 'number' ? typed : otherwise;

/** What most metrics leave as it is. */
export function MetricOptions({ metric, problemOf, onChange }: MetricOptionsProps) {
  const isBuiltIn = builtInMetricOf(metric.event) !== undefined;
  return (
    <div className={styles.metric}>
      <TextInput
        label="Name"
        placeholder="Purchases"
        value={metric.name}
        maxLength={200}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={problemOf('name')}
      />
      <Select
        label="Direction"
        data={directions}
        value={metric.direction}
        disabled={isBuiltIn}
        onChange={(chosen) => onChange({ direction: chosen === 'decrease' ? 'decrease' : 'increase' })}
        allowDeselect={false}
        error={problemOf('direction')}
      />
      <NumberInput
        label="Conversion window"
        description="Hours after exposure; empty for no limit"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={metric.windowHours ?? ''}
        min={1}
        max={2160}
        allowDecimal={false}
        suffix=" h"
        onChange={(typed) => onChange({ windowHours: numberOr(typed, null) })}
        error={problemOf('conversion_window_hours')}
      />
      {metric.role === 'guardrail' && (
        <NumberInput
          label={metric.direction === 'decrease' ? 'Allowed increase' : 'Allowed decrease'}
          description="Relative to the control"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={metric.marginPct}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          onChange={(typed) => onChange({ marginPct: numberOr(typed, 0) })}
          error={problemOf('margin')}
        />
      )}
    </div>
  );
}
