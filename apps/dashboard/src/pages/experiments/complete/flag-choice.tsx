import { Checkbox, Select } from '@mantine/core';
import { useApi } from '../../../api/use-api.ts';
import { JsonField } from '../../../design/inputs/json-field.tsx';
import styles from './complete.module.css';

export interface FlagChange {
  readonly key: string;
  readonly value: unknown;
}

export interface FlagChoiceProps {
  readonly environment: string;
  readonly flag: FlagChange | undefined;
  readonly onChange: (flag: FlagChange | undefined) => void;
}

/** In the same step a flag can take over what the winner does, so that the experiment can leave the code. */
export function FlagChoice({ environment, flag, onChange }: FlagChoiceProps) {
  const flags = useApi('/v1/flags', { query: { status: 'active', limit: 100 } });
  const rows = flags.data ?? [];
  const chosen = rows.find(({ key }) => key === flag?.key);
  if (rows.length === 0) return null;
  return (
    <div className={styles.flag}>
      <Checkbox
        label="Also set a flag"
        description={`Sets its rollout in ${environment} to 100 %. Its rules still apply first.`}
        checked={flag !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { key: '', value: undefined } : undefined)}
      />
      {flag !== undefined && (
        <>
          <Select
            label="Flag"
            data={rows.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
            placeholder="Select a flag"
            value={flag.key === '' ? null : flag.key}
            searchable
            allowDeselect={false}
            onChange={(key) => onChange(firstChoice(rows.find((row) => row.key === key)))}
          />
          {chosen?.value_type === 'boolean' && (
            <Select
              label="Value for all users"
              data={['true', 'false']}
              value={String(flag.value)}
              allowDeselect={false}
              onChange={(value) => onChange({ key: flag.key, value: value === 'true' })}
            />
          )}
          {chosen !== undefined && chosen.value_type !== 'boolean' && (
            <JsonField
              key={flag.key}
              label="Value for all users"
              value={flag.value}
              onChange={(value) => onChange({ key: flag.key, value })}
              minRows={1}
            />
          )}
        </>
      )}
    </div>
  );
}

interface FlagRow {
  readonly key: string;
  readonly value_type: string;
  readonly default_value: unknown;
}

/** A boolean is most likely switched on. */
const firstChoice = (row: FlagRow | undefined): FlagChange | undefined =>
  row && { key: row.key, value: row.value_type === 'boolean' ? true : row.default_value };
