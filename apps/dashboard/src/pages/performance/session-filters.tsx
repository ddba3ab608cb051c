import { Select } from '@mantine/core';
import { useApi } from '../../api/use-api.ts';
import { useBounds } from '../../navigation/use-bounds.ts';
import styles from './performance.module.css';

export interface SessionFiltersProps {
  readonly version: string | undefined;
  readonly platform: string | undefined;
  readonly onChange: (change: { version?: string | undefined; platform?: string | undefined }) => void;
}

export function SessionFilters({ version, platform, onChange }: SessionFiltersProps) {
  return (
    <div className={styles.filters}>
      <ValueSelect
        dimension="app_version"
        label="All versions"
        value={version}
        onChange={(chosen) => onChange({ version: chosen })}
      />
      <ValueSelect
        dimension="platform"
        label="All platforms"
        value={platform}
        onChange={(chosen) => onChange({ platform: chosen })}
      />
    </div>
  );
}

interface ValueSelectProps {
  readonly dimension: 'app_version' | 'platform';
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Values that sessions of the range have. */
function ValueSelect({ dimension, label, value, onChange }: ValueSelectProps) {
  const { from, to } = useBounds();
  const { data } = useApi('/v1/crashes/health', { query: { from, to, dimension, limit: 100 } });
  const seen = (data?.rows ?? []).flatMap((row) => (row.value === null ? [] : [row.value]));
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      placeholder={label}
      data={[...new Set(value === undefined ? seen : [value, ...seen])]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      comboboxProps={{ width: 220, position: 'bottom-end' }}
    />
  );
}
