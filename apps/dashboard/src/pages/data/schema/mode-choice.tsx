import { useId } from 'react';
import flowStyles from '../../../design/layout/flow.module.css';
import { modes, modeWords, type SchemaMode } from './mode-words.ts';
import styles from './schema.module.css';

export interface ModeChoiceProps {
  readonly value: SchemaMode;
  readonly onChange: (mode: SchemaMode) => void;
  readonly isDisabled: boolean;
}

/** Events that don't match, in words. */
export function ModeChoice({ value, onChange, isDisabled }: ModeChoiceProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Events that don't match" className={flowStyles.stack8}>
      {modes.map((mode) => (
        <label key={mode} className={styles.mode}>
          <input
            type="radio"
            name={name}
            value={mode}
            checked={value === mode}
            disabled={isDisabled}
            onChange={() => onChange(mode)}
          />
          <span>
            <span className={styles.modeTitle}>{modeWords[mode].title}</span>
            <span className={styles.modeWords}>{modeWords[mode].sentence}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
