import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useApiList } from '../../../api/use-api.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { emptyValues } from '../flag-words.ts';
import type { Flag } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './tabs.module.css';

type Prerequisites = Flag['prerequisites'];

export interface PrerequisitesPanelProps {
  readonly flag: Flag;
  readonly value: Prerequisites;
  readonly onChange: (value: Prerequisites) => void;
  readonly error: string | undefined;
}

const MAX_PREREQUISITES = 10;

/** Flags that must have values before this one does anything. */
export function PrerequisitesPanel({ flag, value, onChange, error }: PrerequisitesPanelProps) {
  const list = useApiList('/v1/flags', { query: { limit: 100 } });
  const others = list.rows.filter(({ key, status }) => key !== flag.key && status !== 'archived');
  const byKey = new Map(others.map((other) => [other.key, other]));
  const set = (index: number, next: Prerequisites[number]) =>
    onChange(value.map((one, at) => (at === index ? next : one)));
  const add = () => {
    const free = others.find(({ key }) => !value.some((one) => one.flag === key));
    if (free !== undefined) onChange([...value, { flag: free.key, value: firstValue(free) }]);
  };
  return (
    <Panel
      title="Prerequisites"
      description="Other flags must serve these values to a user. Otherwise this flag serves its default."
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={value.length >= MAX_PREREQUISITES || others.length <= value.length}
          onClick={add}
        >
          Add prerequisite
        </Button>
      }
    >
      <div className={flowStyles.stack12}>
        {value.length === 0 && <p className={textStyles.note}>None</p>}
        {value.map((one, index) => {
          const needed = byKey.get(one.flag);
          const keys = [...new Set([one.flag, ...byKey.keys()])].filter(
            (key) => key === one.flag || !value.some((other) => other.flag === key),
          );
          return (
            <fieldset key={one.flag} className={styles.prerequisite} aria-label={`Prerequisite ${index + 1}`}>
              <Select
                label="Flag"
                data={keys}
                value={one.flag}
                searchable
                allowDeselect={false}
                onChange={(key) => {
                  const chosen = byKey.get(key ?? '');
                  if (chosen !== undefined) set(index, { flag: chosen.key, value: firstValue(chosen) });
                }}
              />
              <ValueField
                label="Serves"
                valueType={needed?.value_type ?? 'json'}
                value={one.value}
                onChange={(wanted) => set(index, { ...one, value: wanted })}
              />
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={`Remove prerequisite ${one.flag}`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                Remove
              </Button>
            </fieldset>
          );
        })}
        {error !== undefined && (
          <p role="alert" className={styles.problem}>
            {error}
          </p>
        )}
      </div>
    </Panel>
  );
}

const firstValue = ({ value_type: type }: Pick<Flag, 'value_type'>): unknown =>
  type === 'boolean' ? true : emptyValues[type];
