import { ActionIcon, Input, Select, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { EventPicker } from '../../../design/inputs/event-picker.tsx';
import { useEventSuggestions } from '../../../insights/use-event-suggestions.ts';
import { type MetricType, metricTypeWords, needsField } from '../experiment.ts';
import type { FormProblems, MetricDraft } from './experiment-draft.ts';
import styles from './experiment-form.module.css';

export interface MetricFieldsProps {
  readonly metric: MetricDraft;
  readonly index: number;
  readonly problems: FormProblems;
  readonly onChange: (part: Partial<MetricDraft>) => void;
  readonly onRemove: (() => void) | undefined;
}

const roles = [
  { value: 'primary', label: 'Primary' },
  { value: 'secondary', label: 'Secondary' },
  { value: 'guardrail', label: 'Guardrail' },
];

export function MetricFields({ metric, index, problems, onChange, onRemove }: MetricFieldsProps) {
  const suggestEvents = useEventSuggestions();
  const problemOf = (name: string) => problems[`metrics.${index}.${name}`];
  return (
    <fieldset className={styles.card} aria-label={`Metric ${index + 1}`}>
      <div className={styles.metric}>
        <Input.Wrapper label="Event" labelElement="div" error={problemOf('event_name')}>
          <EventPicker
            label={`Event of metric ${index + 1}`}
            value={metric.event}
            suggestEvents={suggestEvents}
            onChange={(event) => onChange({ event })}
          />
        </Input.Wrapper>
        <Select
          label="Measured as"
          data={Object.entries(metricTypeWords)
            .filter(([value]) => value !== 'ratio' || metric.type === 'ratio')
            .map(([value, label]) => ({ value, label }))}
          value={metric.type}
          onChange={(type) => onChange({ type: (type ?? 'conversion') as MetricType })}
          allowDeselect={false}
        />
        {needsField(metric.type) && (
          <TextInput
            label="Property"
            placeholder="total"
            value={metric.field}
            maxLength={128}
            spellCheck={false}
            classNames={{ input: styles.mono ?? '' }}
            onChange={(event) => onChange({ field: event.currentTarget.value })}
            error={problemOf('aggregation_field')}
          />
        )}
        <Select
          label="Role"
          data={roles}
          value={metric.role}
          onChange={(role) => onChange({ role: (role ?? 'secondary') as MetricDraft['role'] })}
          allowDeselect={false}
        />
        {onRemove !== undefined && (
          <Tooltip label="Remove metric">
            <ActionIcon
              variant="subtle"
              color="gray"
              className={styles.trash ?? ''}
              aria-label={`Remove metric ${index + 1}`}
              onClick={onRemove}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </fieldset>
  );
}
