import { Select } from '@mantine/core';
import { unmetered } from './plan-draft.ts';

export interface PlanSelectProps {
  readonly plans: readonly string[];
  readonly value: string;
  readonly onChange: (plan: string) => void;
  readonly error?: string | undefined;
}

export function PlanSelect({ plans, value, onChange, error }: PlanSelectProps) {
  const names = [...new Set([...plans, unmetered, value])];
  return (
    <Select
      label="Plan"
      description="Sets the project's limits. Unmetered has none."
      data={names}
      value={value}
      onChange={(plan) => onChange(plan ?? value)}
      allowDeselect={false}
      error={error}
    />
  );
}
