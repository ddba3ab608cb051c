import { IconChevronRight } from '@tabler/icons-react';
import { useApi } from '../../api/use-api.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import textStyles from '../../design/primitives/text.module.css';
import styles from './sql-tables.module.css';

export interface SqlTablesProps {
  /** A name was chosen that should stand in the statement. */
  readonly onInsert: (name: string) => void;
}

/** What a statement can read: tables with their columns. A click writes the name into the statement. */
export function SqlTables({ onInsert }: SqlTablesProps) {
  const { data, error, refetch } = useApi('/v1/insights/tables', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    isLive: false,
  });
  if (error !== null) {
    return (
      <ErrorState title="Couldn't load tables" requestId={error.requestId} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (data === undefined) return <LoadingBlock height={160} shape="lines" />;
  return (
    <div className={styles.tables}>
      {data.map((table) => (
        <details key={table.name} className={styles.table} open={table.name === 'events'}>
          <summary className={styles.name}>
            <IconChevronRight size={14} className={styles.chevron} aria-hidden />
            <code>{table.name}</code>
            <span className={textStyles.cutMuted12}>{table.description}</span>
          </summary>
          <ul className={styles.columns}>
            {table.columns.map((column) => (
              <li key={column.name}>
                <button
                  type="button"
                  className={styles.column}
                  data-hint={column.description ?? undefined}
                  aria-label={`Insert ${column.name}, ${column.type}`}
                  onClick={() => onInsert(column.name)}
                >
                  <code>{column.name}</code>
                  <span className={styles.type}>{column.type}</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
