import type { Wire } from '@lamppost/protocol';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { stateWords, toldWords } from './alert-words.ts';
import styles from './alerts.module.css';

export interface AlertHistoryPanelProps {
  readonly transitions: Wire['AlertHistoryAnswer']['data']['transitions'] | undefined;
  readonly problem: string | undefined;
  readonly onRetry: () => void;
}

/** Changes of state, newest first. */
export function AlertHistoryPanel({ transitions, problem, onRetry }: AlertHistoryPanelProps) {
  return (
    <Panel
      title="History"
      isFlush
      isLoading={transitions === undefined && problem === undefined}
      error={
        transitions === undefined && problem !== undefined
          ? { title: "Couldn't load the history", children: problem, onRetry }
          : undefined
      }
      empty={
        transitions?.length === 0
          ? { title: 'No changes yet', children: 'Every status change is listed here with its reason.' }
          : undefined
      }
    >
      <ol className={styles.history} aria-label="History">
        {transitions?.map(({ id, to, at, message, told }) => (
          <li key={id} className={styles.transition}>
            <StatusBadge tone={stateWords[to].tone}>{stateWords[to].label}</StatusBadge>
            <p className={styles.reason}>
              {message}
              {toldWords[told] !== '' && <span className={styles.told}> {toldWords[told]}</span>}
            </p>
            <span className={styles.time}>
              <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
