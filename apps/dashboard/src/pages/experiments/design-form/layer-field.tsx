import { Select } from '@mantine/core';
import { useApi } from '../../../api/use-api.ts';
import { formatPercent } from '../../../design/format/format-number.ts';

export interface LayerFieldProps {
  readonly layer: string | null;
  readonly onChange: (layer: string | null) => void;
  readonly error: string | undefined;
}

/** Nobody is in two experiments of one layer. Shown where the project has layers. */
export function LayerField({ layer, onChange, error }: LayerFieldProps) {
  const layers = useApi('/v1/layers', { query: { limit: 100 } });
  const rows = layers.data ?? [];
  if (rows.length === 0 && layer === null) return null;
  return (
    <Select
      label="Layer"
      description="Experiments in a layer are mutually exclusive"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="None"
      clearable
      data={rows.map(({ key, name, free_pct: free }) => ({
        value: key,
        label: `${name} (${formatPercent(free)} free)`,
      }))}
      value={layer}
      onChange={onChange}
      error={error}
    />
  );
}
