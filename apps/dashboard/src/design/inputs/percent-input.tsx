import { NumberInput, Slider } from '@mantine/core';
import { useId } from 'react';
import { formatPercent } from '../format/format-number.ts';
import flowStyles from '../layout/flow.module.css';
import textStyles from '../primitives/text.module.css';
import styles from './percent-input.module.css';

export interface PercentInputProps {
  readonly label: string;
  /** What it is a share of: "people of production". */
  readonly of: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  /** Called when the slider is let go or the field is left: the time to ask for an estimate. */
  readonly onSettle?: ((percent: number) => void) | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly error?: string | undefined;
}

const marks = [0, 25, 50, 75, 100].map((value) => ({ value }));

/** A slider for the rough share and a field for the exact one. */
export function PercentInput(props: PercentInputProps) {
  const { label, of, value, onChange, onSettle, min = 0, max = 100, step = 1, isDisabled = false } = props;
  const id = useId();
  const clamp = (percent: number) => Math.min(max, Math.max(min, percent));
  return (
    <div className={styles.input}>
      <label htmlFor={id} className={styles.label}>
        {label} <span className={textStyles.aside}>of {of}</span>
      </label>
      <div className={styles.row}>
        <Slider
          className={flowStyles.grow ?? ''}
          value={value}
          onChange={onChange}
          {...(onSettle === undefined ? {} : { onChangeEnd: onSettle })}
          min={min}
          max={max}
          step={step}
          marks={marks}
          disabled={isDisabled}
          thumbLabel={`${label}, share of ${of}`}
          label={(percent) => formatPercent(percent)}
          size="sm"
        />
        <NumberInput
          id={id}
          className={styles.number ?? ''}
          value={value}
          onChange={(typed) => {
            if (typeof typed === 'number' && Number.isFinite(typed)) onChange(clamp(typed));
          }}
          onBlur={() => onSettle?.(value)}
          min={min}
          max={max}
          step={step}
          decimalScale={2}
          suffix=" %"
          size="xs"
          disabled={isDisabled}
          error={props.error}
        />
      </div>
    </div>
  );
}
