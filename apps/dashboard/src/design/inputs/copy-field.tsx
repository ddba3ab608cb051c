import { CopyButton } from './copy-button.tsx';
import styles from './copy-field.module.css';

export interface CopyFieldProps {
  readonly value: string;
  /** Names the value for the button: "Copy flag key". */
  readonly label?: string | undefined;
  /** Shows dots until asked: for secrets. */
  readonly isSecret?: boolean | undefined;
  /** Without a frame, inside a line of text or a table. */
  readonly isInline?: boolean | undefined;
}

/** An id or a key: mono, one line, whole on selection, copied with one click. */
export function CopyField({ value, label, isSecret = false, isInline = false }: CopyFieldProps) {
  return (
    <span className={isInline ? styles.inline : styles.field}>
      <code className={styles.value} title={isSecret ? undefined : value}>
        {isSecret ? `${value.slice(0, 8)}${'•'.repeat(12)}` : value}
      </code>
      <CopyButton text={value} label={label} />
    </span>
  );
}
