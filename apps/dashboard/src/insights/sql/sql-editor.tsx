import { type KeyboardEvent, type Ref, useId, useMemo, useRef } from 'react';
import { Highlighted } from '../../design/code/highlighted.tsx';
import { KeyHint } from '../../design/primitives/key-hint.tsx';
import { insertText } from './insert-text.ts';
import styles from './sql-editor.module.css';

export interface SqlEditorProps {
  readonly value: string;
  readonly onChange: (sql: string) => void;
  /** ⌘Enter or Ctrl-Enter. */
  readonly onRun: () => void;
  /** The field itself, for those who insert into it. */
  readonly fieldRef?: Ref<HTMLTextAreaElement> | undefined;
  readonly isInvalid?: boolean | undefined;
}

const longest = 20_000;

/** A field for a statement: the text is coloured by a copy of it that lies behind. */
export function SqlEditor({ value, onChange, onRun, fieldRef, isInvalid = false }: SqlEditorProps) {
  const helpId = useId();
  const mayLeave = useRef(false);
  const lines = useMemo(() => value.split('\n').length, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onRun();
    } else if (event.key === 'Tab' && !event.shiftKey && !mayLeave.current) {
      event.preventDefault();
      insertText(event.currentTarget, '  ');
    }
    // Anyone who works with the keyboard alone must get out of the field: Escape, then Tab.
    mayLeave.current = event.key === 'Escape';
  };
  return (
    <div>
      <div className={styles.editor} data-invalid={isInvalid || undefined}>
        <pre className={styles.numbers} aria-hidden>
          {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
        </pre>
        <div className={styles.code}>
          <pre className={styles.coloured} aria-hidden>
            <Highlighted code={value} language="sql" />
            {'\n'}
          </pre>
          <textarea
            ref={fieldRef}
            className={styles.field}
            value={value}
            maxLength={longest}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            aria-label="SQL statement"
            aria-describedby={helpId}
            aria-invalid={isInvalid}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <p id={helpId} className={styles.help}>
        <KeyHint keys={['mod', 'enter']} /> to run. Tab indents; press Escape, then Tab, to leave the editor.
      </p>
    </div>
  );
}
