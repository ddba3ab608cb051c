import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconMathFunction, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import flowStyles from '../../design/layout/flow.module.css';
import type { TrendFormula } from '../insight.ts';
import styles from './insight-builder.module.css';

export interface FormulaRowProps {
  readonly formula: TrendFormula;
  readonly place: number;
  readonly onChange: (formula: TrendFormula) => void;
  readonly onRemove: () => void;
  /** What the server said about it. */
  readonly problem: string | undefined;
}

/** A formula over the letters of series. It counts when the field is left or Enter is pressed. */
export function FormulaRow({ formula, place, onChange, onRemove, problem }: FormulaRowProps) {
  const [typed, setTyped] = useState(formula.expression);
  useEffect(() => setTyped(formula.expression), [formula.expression]);
  const notify = () => {
    if (typed.trim() !== formula.expression) onChange({ ...formula, expression: typed.trim() });
  };
  return (
    <div className={styles.row}>
      <span className={styles.letter} aria-hidden>
        <IconMathFunction size={14} />
      </span>
      <TextInput
        size="xs"
        className={flowStyles.grow ?? ''}
        aria-label={`Formula ${place + 1}`}
        placeholder="A / B * 100"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={typed.trim() === formula.expression ? problem : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={notify}
        onKeyDown={(event) => {
          if (event.key === 'Enter') notify();
        }}
      />
      <Tooltip label="Remove formula">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Remove formula ${place + 1}`}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
