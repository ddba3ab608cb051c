import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import flowStyles from '../layout/flow.module.css';
import styles from './range-picker.module.css';
import { spanOf, spanUnits, type TimeRange } from './time-range.ts';

export interface SpanFieldProps {
  readonly value: TimeRange | undefined;
  readonly onChoose: (range: TimeRange) => void;
}

/** Any number of hours, days, weeks and so on until now. */
export function SpanField({ value, onChoose }: SpanFieldProps) {
  const span = value?.kind === 'relative' ? spanOf(value.last) : undefined;
  const [count, setCount] = useState<number | string>(span?.count ?? 14);
  const [unit, setUnit] = useState(span?.unit.unit ?? 'd');
  const last = `${count}${unit}`;
  const isSpan = spanOf(last) !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSpan) onChoose({ kind: 'relative', last });
  };
  return (
    <form className={styles.span} onSubmit={submit}>
      <span className={styles.spanWord}>Last</span>
      <NumberInput
        size="xs"
        className={styles.count ?? ''}
        aria-label="Length of the range"
        min={1}
        max={9_999_999}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={count}
        onChange={setCount}
      />
      <NativeSelect
        size="xs"
        className={flowStyles.grow ?? ''}
        aria-label="Unit of the range"
        data={spanUnits.map(({ unit: letters, many }) => ({ value: letters, label: many }))}
        value={unit}
        onChange={(event) => setUnit(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" aria-label="Apply length" disabled={!isSpan}>
        Apply
      </Button>
    </form>
  );
}
