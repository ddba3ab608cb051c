import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import flowStyles from '../layout/flow.module.css';
import textStyles from '../primitives/text.module.css';
import styles from './range-picker.module.css';
import { rangeBounds, type TimeRange } from './time-range.ts';
import { fromZonedInput, toZonedInput } from './zoned-time.ts';

export interface CustomRangeProps {
  readonly value: TimeRange;
  readonly zone: string;
  readonly onChoose: (range: TimeRange) => void;
}

export function CustomRange({ value, zone, onChoose }: CustomRangeProps) {
  const [bounds] = useState(() => rangeBounds(value, Date.now(), zone));
  const [from, setFrom] = useState(() => toZonedInput(bounds.fromMs, zone));
  const [to, setTo] = useState(() => toZonedInput(bounds.toMs, zone));
  const fromMs = fromZonedInput(from, zone);
  const toMs = fromZonedInput(to, zone);
  const problem = problemOf(fromMs, toMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined || fromMs === undefined || toMs === undefined) return;
    onChoose({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() });
  };
  return (
    <form className={styles.custom} onSubmit={submit}>
      <TextInput
        type="datetime-local"
        size="xs"
        label="From"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        size="xs"
        label="To"
        value={to}
        error={problem}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <div className={flowStyles.between}>
        <span className={textStyles.muted12}>Times in {zone.replaceAll('_', ' ')}</span>
        <Button type="submit" size="xs" variant="default" disabled={problem !== undefined}>
          Apply
        </Button>
      </div>
    </form>
  );
}

function problemOf(fromMs: number | undefined, toMs: number | undefined): string | undefined {
  if (fromMs === undefined || toMs === undefined) return 'Enter a start and an end';
  return fromMs >= toMs ? 'The end must be after the start' : undefined;
}
