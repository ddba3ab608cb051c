import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSql } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../design/layout/empty-state.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import { useAnswer } from '../../questions/answers/use-answer.ts';
import type { Question, SqlQuestion } from '../../questions/question.ts';
import { insertText } from '../../questions/sql/insert-text.ts';
import { SqlEditor } from '../../questions/sql/sql-editor.tsx';
import { SqlTables } from '../../questions/sql/sql-tables.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import styles from './explore.module.css';
import { sqlExamples } from './sql-examples.ts';
import { useNoteRecent } from './use-recent.ts';

export interface SqlExplorerProps {
  readonly question: SqlQuestion;
  readonly range: TimeRange;
  readonly onChange: (question: Question, how?: SearchChange) => void;
}

/** So long after the last letter the statement goes into the address, if it is not run before. */
const quietMs = 400;

/** A statement is asked when somebody says so, not while it is typed; the one in the address is asked at once. */
export function SqlExplorer({ question, range, onChange }: SqlExplorerProps) {
  const [draft, setDraft] = useState(question.sql);
  const [asked, setAsked] = useState(question.sql);
  const told = useRef(question.sql);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const answer = useAnswer({ kind: 'sql', sql: asked }, range);
  useNoteRecent(answer);

  useEffect(() => {
    if (question.sql === told.current) return;
    // Somebody went back, or chose another statement.
    told.current = question.sql;
    setDraft(question.sql);
    setAsked(question.sql);
  }, [question.sql]);
  const putIntoAddress = useCallback(() => {
    if (draft === told.current) return;
    told.current = draft;
    onChange({ kind: 'sql', sql: draft }, { isReplaced: true });
  }, [draft, onChange]);
  useEffect(() => {
    const timer = setTimeout(putIntoAddress, quietMs);
    return () => clearTimeout(timer);
  }, [putIntoAddress]);

  const run = () => {
    if (draft.trim() === '') return;
    putIntoAddress();
    if (draft === asked) answer.ask();
    setAsked(draft);
  };
  return (
    <div className={styles.sqlExplorer}>
      <Panel title="Tables" description="A click writes the name into the statement.">
        <SqlTables
          onInsert={(name) => {
            if (fieldRef.current !== null) insertText(fieldRef.current, name);
          }}
        />
      </Panel>
      <div className={styles.sqlColumn}>
        <Panel
          title="Statement"
          description="One SELECT, of this environment. The range above has no part in it."
          actions={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerPlay size={14} />}
              disabled={draft.trim() === ''}
              onClick={run}
            >
              Run
            </Button>
          }
        >
          <SqlEditor
            value={draft}
            onChange={setDraft}
            onRun={run}
            fieldRef={fieldRef}
            isInvalid={answer.problem?.status === 400 && draft === asked}
          />
        </Panel>
        <AnswerPanel
          question={{ kind: 'sql', sql: asked }}
          range={range}
          answer={answer}
          onChange={onChange}
          unfinished={
            <EmptyState
              icon={<IconSql size={28} stroke={1.4} />}
              title="Write a statement, or start with one of these."
              action={
                <div className={styles.examples}>
                  {sqlExamples.map(({ title, sql }) => (
                    <Button key={title} size="xs" variant="default" onClick={() => onChange({ kind: 'sql', sql })}>
                      {title}
                    </Button>
                  ))}
                </div>
              }
            >
              The dialect is DuckDB’s. Members of JSON are read with <code>properties-&gt;&gt;'plan'</code>.
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
