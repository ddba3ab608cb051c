import { NumberInput, Switch, Textarea } from '@mantine/core';
import { JsonField } from '../../design/inputs/json-field.tsx';
import textStyles from '../../design/primitives/text.module.css';
import type { ValueType } from './targeting/targeting.ts';
import styles from './value-field.module.css';

export interface ValueFieldProps {
  readonly label: string;
  readonly valueType: ValueType;
  readonly value: unknown;
  /** Undefined while what is written is no value of the type. */
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** A value of a flag, edited as what it is. */
export function ValueField({ label, valueType, value, onChange, error, isDisabled = false }: ValueFieldProps) {
  switch (valueType) {
    case 'boolean':
      return (
        <div className={styles.boolean}>
          <span className={styles.label}>{label}</span>
          <Switch
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
            label={value === true ? 'true' : 'false'}
            aria-label={`${label}: ${value === true ? 'true' : 'false'}`}
            disabled={isDisabled}
            error={error}
            withThumbIndicator={false}
            classNames={{ label: textStyles.mono ?? '' }}
          />
        </div>
      );
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          onChange={(typed) => onChange(typed === '' ? undefined : Number(typed))}
          error={error}
          disabled={isDisabled}
          hideControls
          classNames={{ input: textStyles.mono ?? '' }}
        />
      );
    case 'string':
      return (
        <Textarea
          label={label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          disabled={isDisabled}
          autosize
          minRows={1}
          maxRows={8}
          classNames={{ input: textStyles.mono ?? '' }}
        />
      );
    case 'json':
      return <JsonField label={label} value={value} onChange={onChange} error={error} isDisabled={isDisabled} />;
  }
}
