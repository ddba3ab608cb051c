import { NativeSelect, NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import styles from './insight-builder.module.css';

export interface WindowFieldProps {
  /** As on the wire: `30m`, `12h`, `7d`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const units = [
  { value: 'm', label: 'minutes' },
  { value: 'h', label: 'hours' },
  { value: 'd', label: 'days' },
];

/** A length of time. A number that is being typed counts when the field is left or Enter is pressed. */
export function WindowField({ value, onChange }: WindowFieldProps) {
  const count = Number(value.slice(0, -1));
  const unit = value.slice(-1);
  const [typed, setTyped] = useState<number | string>(count);
  useEffect(() => setTyped(count), [count]);
  const notify = () => {
    const number = Math.floor(Number(typed));
    if (Number.isFinite(number) && number >= 1) onChange(`${number}${unit}`);
    else setTyped(count);
  };
  return (
    <span className={styles.window}>
      <NumberInput
        size="xs"
        w={72}
        min={1}
        max={999_999}
        allowDecimal={false}
        allowNegative={false}
        aria-label="Time to convert"
        value={typed}
        onChange={setTyped}
        onBlur={notify}
        onKeyDown={(event) => {
          if (event.key === 'Enter') notify();
        }}
      />
      <NativeSelect
        size="xs"
        aria-label="Unit of the time to convert"
        data={units}
        value={unit}
        onChange={(event) => onChange(`${count}${event.currentTarget.value}`)}
      />
    </span>
  );
}
