import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSql } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import type { Insight, SqlInsight } from '../../insights/insight.ts';
import { useInsightResult } from '../../insights/results/use-insight-result.ts';
import { insertText } from '../../insights/sql/insert-text.ts';
import { SqlEditor } from '../../insights/sql/sql-editor.tsx';
import { SqlTables } from '../../insights/sql/sql-tables.tsx';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { SearchChange } from '../../navigation/use-page-search.ts';
import styles from './explore.module.css';
import { ResultPanel } from './result-panel.tsx';
import { sqlExamples } from './sql-examples.ts';
import { useNoteRecent } from './use-recent.ts';

export interface SqlExplorerProps {
  readonly insight: SqlInsight;
  readonly range: TimeRange;
  readonly onChange: (insight: Insight, how?: SearchChange) => void;
}

/** So long after the last letter the statement goes into the address, if it is not run before. */
const quietMs = 400;

/** A statement is asked when somebody says so, not while it is typed; the one in the address is asked at once. */
export function SqlExplorer({ insight, range, onChange }: SqlExplorerProps) {
  const [draft, setDraft] = useState(insight.sql);
  const [asked, setAsked] = useState(insight.sql);
  const reported = useRef(insight.sql);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const result = useInsightResult({ kind: 'sql', sql: asked }, range);
  useNoteRecent(result);

  useEffect(() => {
    if (insight.sql === reported.current) return;
    // Somebody went back, or chose another statement.
    reported.current = insight.sql;
    setDraft(insight.sql);
    setAsked(insight.sql);
  }, [insight.sql]);
  const putIntoAddress = useCallback(() => {
    if (draft === reported.current) return;
    reported.current = draft;
    onChange({ kind: 'sql', sql: draft }, { isReplaced: true });
  }, [draft, onChange]);
  useEffect(() => {
    const timer = setTimeout(putIntoAddress, quietMs);
    return () => clearTimeout(timer);
  }, [putIntoAddress]);

  const run = () => {
    if (draft.trim() === '') return;
    putIntoAddress();
    if (draft === asked) result.run();
    setAsked(draft);
  };
  return (
    <div className={styles.sqlExplorer}>
      <Panel title="Tables" description="Click a name to insert it">
        <SqlTables
          onInsert={(name) => {
            if (fieldRef.current !== null) insertText(fieldRef.current, name);
          }}
        />
      </Panel>
      <div className={flowStyles.stack16}>
        <Panel
          title="SQL"
          description="A single SELECT, on this environment. Put the time range into the query."
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
            isInvalid={result.problem?.status === 400 && draft === asked}
          />
        </Panel>
        <ResultPanel
          insight={{ kind: 'sql', sql: asked }}
          result={result}
          onChange={onChange}
          unfinished={
            <EmptyState
              icon={<IconSql size={28} stroke={1.4} />}
              title="Write a query, or start with an example"
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
              DuckDB SQL. Read JSON properties with <code>properties-&gt;&gt;'plan'</code>.
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
