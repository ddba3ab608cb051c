import { NumberInput, Select } from '@mantine/core';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import type { AlertDraft } from './alert-draft.ts';
import styles from './alerts.module.css';

export interface ConditionFieldsProps {
  readonly draft: AlertDraft;
  readonly unit: string;
  readonly onChange: (part: Partial<AlertDraft>) => void;
}

const kinds = [
  { value: 'threshold', label: 'Threshold' },
  { value: 'change', label: 'Change' },
  { value: 'unusual', label: 'Unusual' },
] as const;
const hints = {
  threshold: 'Fires when the value is above or below a number.',
  change: 'Fires when the value changes from the previous interval.',
  unusual: 'Fires when the value is outside its usual range for this hour or day of the week.',
} as const;
const directions = {
  change: [
    { value: 'either', label: 'Up or down' },
    { value: 'up', label: 'Up' },
    { value: 'down', label: 'Down' },
  ],
  unusual: [
    { value: 'either', label: 'High or low' },
    { value: 'up', label: 'High' },
    { value: 'down', label: 'Low' },
  ],
};
const sensitivities = [
  { value: 'low', label: 'Low: large changes only' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High: one or two false alarms a month' },
];

export function ConditionFields({ draft, unit, onChange }: ConditionFieldsProps) {
  const { kind } = draft;
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>Condition</legend>
      <SegmentedTabs
        label="Condition type"
        look="pills"
        tabs={kinds}
        value={kind}
        onChange={(next) => onChange({ kind: next })}
      />
      <p className={styles.hint}>{hints[kind]}</p>
      <div className={flowStyles.row16}>
        {kind === 'threshold' && (
          <>
            <Select
              label="Value is"
              w={120}
              data={[
                { value: 'above', label: 'Above' },
                { value: 'below', label: 'Below' },
              ]}
              value={draft.op}
              allowDeselect={false}
              onChange={(op) => onChange({ op: op === 'below' ? 'below' : 'above' })}
            />
            <NumberInput
              label={unit === '' ? 'Threshold' : `Threshold in ${unit}`}
              w={160}
              value={draft.value}
              onChange={(value) => onChange({ value: numberOf(value) })}
            />
          </>
        )}
        {kind !== 'threshold' && (
          <Select
            label="Direction"
            w={140}
            data={directions[kind]}
            value={draft.direction}
            allowDeselect={false}
            onChange={(direction) => onChange({ direction: (direction ?? 'either') as AlertDraft['direction'] })}
          />
        )}
        {kind === 'change' && (
          <>
            <NumberInput
              label="By at least"
              w={120}
              min={0}
              value={draft.by}
              onChange={(by) => onChange({ by: numberOf(by) })}
            />
            <Select
              label="Unit"
              w={130}
              data={[
                { value: 'percent', label: 'Percent' },
                { value: 'absolute', label: 'Absolute' },
              ]}
              value={draft.byUnit}
              allowDeselect={false}
              onChange={(byUnit) => onChange({ byUnit: byUnit === 'absolute' ? 'absolute' : 'percent' })}
            />
          </>
        )}
        {kind === 'unusual' && (
          <Select
            label="Sensitivity"
            w={280}
            data={sensitivities}
            value={draft.sensitivity}
            allowDeselect={false}
            onChange={(sensitivity) =>
              onChange({ sensitivity: (sensitivity ?? 'medium') as AlertDraft['sensitivity'] })
            }
          />
        )}
      </div>
    </fieldset>
  );
}

const numberOf = (value: string | number): number | '' => (typeof value === 'number' ? value : '');
