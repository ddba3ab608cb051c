import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import flowStyles from '../../../design/layout/flow.module.css';
import { MetricSourceFields } from '../../../insights/metrics/metric-source-fields.tsx';
import { builtInMetricOf } from '../../../insights/metrics/metric-words.ts';
import type { FormProblems, MetricDraft } from './experiment-draft.ts';
import styles from './experiment-form.module.css';
import { MetricOptions } from './metric-options.tsx';

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
  const [isOpen, setIsOpen] = useState(() => hasOptions(metric));
  const problemOf = (name: string) => problems[`metrics.${index}.${name}`];
  return (
    <fieldset className={styles.card} aria-label={`Metric ${index + 1}`}>
      <div className={styles.metric}>
        <MetricSourceFields
          metric={metric}
          label={`metric ${index + 1}`}
          problemOf={problemOf}
          onChange={(part) => onChange(part)}
        />
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
      {isOpen ? (
        <MetricOptions metric={metric} problemOf={problemOf} onChange={onChange} />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={flowStyles.start ?? ''}
          aria-label={`Options of metric ${index + 1}`}
          onClick={() => setIsOpen(true)}
        >
          Name, direction, window
        </Button>
      )}
    </fieldset>
  );
}

const hasOptions = ({ event, name, direction, windowHours, marginPct }: MetricDraft): boolean =>
  name !== '' ||
  windowHours !== null ||
  marginPct > 0 ||
  direction !== (builtInMetricOf(event)?.direction ?? 'increase');
