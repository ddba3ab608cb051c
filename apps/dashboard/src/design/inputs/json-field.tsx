import { Button, Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './json-field.module.css';

export interface JsonFieldProps {
  readonly label: string;
  /** Hides the label; it is still read aloud. */
  readonly isLabelHidden?: boolean | undefined;
  readonly description?: string | undefined;
  readonly value: unknown;
  /** Called with what was written, once it is JSON; until then with undefined. */
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly minRows?: number | undefined;
}

const textOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** JSON to be edited as text. What cannot be read is kept and said, with the place where it breaks. */
export function JsonField(props: JsonFieldProps) {
  const { label, isLabelHidden = false, value, onChange, minRows = 4 } = props;
  const id = useId();
  const [text, setText] = useState(() => textOf(value));
  const [problem, setProblem] = useState<string>();
  const reported = useRef(value);
  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(reported.current)) return;
    reported.current = value;
    setText(textOf(value));
    setProblem(undefined);
  }, [value]);
  const change = (typed: string) => {
    setText(typed);
    const read = readJson(typed);
    setProblem(read.problem);
    reported.current = read.value;
    onChange(read.value);
  };
  return (
    <div className={styles.field}>
      <Textarea
        id={id}
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        description={props.description}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={problem ?? props.error}
        disabled={props.isDisabled ?? false}
        autosize
        minRows={minRows}
        maxRows={18}
        spellCheck={false}
        classNames={{ input: styles.input ?? '' }}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        className={styles.format ?? ''}
        disabled={problem !== undefined || (props.isDisabled ?? false)}
        onClick={() => setText(textOf(readJson(text).value))}
      >
        Format
      </Button>
    </div>
  );
}

function readJson(text: string): { readonly value: unknown; readonly problem?: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const words = error instanceof Error ? error.message : "can't be parsed";
    return { value: undefined, problem: text.trim() === '' ? 'Enter JSON, for example {}' : `Invalid JSON: ${words}` };
  }
}
