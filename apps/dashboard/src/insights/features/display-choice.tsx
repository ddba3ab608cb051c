import { SegmentedControl } from '@mantine/core';
import { type Display, displays } from './feature-insight.ts';

export interface DisplayChoiceProps {
  readonly value: Display;
  readonly onChange: (display: Display) => void;
}

const labels: Readonly<Record<Display, string>> = { line: 'Line', bar: 'Bars', number: 'Number', table: 'Table' };

export function DisplayChoice({ value, onChange }: DisplayChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Display"
      data={displays.map((display) => ({ value: display, label: labels[display] }))}
      value={value}
      onChange={(display) => onChange(display as Display)}
    />
  );
}
