import type { ReactNode } from 'react';
import { type Instant, toMs } from '../format/format-time.ts';
import { RelativeTime } from '../primitives/relative-time.tsx';
import textStyles from '../primitives/text.module.css';
import flowStyles from './flow.module.css';
import styles from './history-list.module.css';

export interface HistoryEntry {
  readonly id: string;
  /** What was done: "Rollout set in production". */
  readonly title: ReactNode;
  readonly who: ReactNode;
  readonly at: Instant;
  /** What was before and after. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export interface HistoryListProps {
  readonly label: string;
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
}

/** Who did what and when, one below the other along a line. */
export function HistoryList({ label, entries }: HistoryListProps) {
  return (
    <ol className={flowStyles.listColumn} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div className={styles.head}>
            <p className={styles.title}>
              {entry.title}
              <span className={textStyles.aside}>
                {' '}
                by {entry.who}, {Number.isFinite(toMs(entry.at)) && <RelativeTime at={entry.at} />}
              </span>
            </p>
            {entry.action !== undefined && <div>{entry.action}</div>}
          </div>
          {entry.children !== undefined && <div className={styles.body}>{entry.children}</div>}
        </li>
      ))}
    </ol>
  );
}
