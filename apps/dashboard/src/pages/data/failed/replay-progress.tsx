import { Button, Progress } from '@mantine/core';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatExactNumber } from '../../../design/format/format-number.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import styles from '../data.module.css';
import { type ReplayState, replayPercent } from './kind-words.ts';

export interface ReplayProgressProps {
  readonly state: ReplayState;
  readonly onStop: () => void;
  readonly onForget: () => void;
}

export function ReplayProgress({ state, onStop, onForget }: ReplayProgressProps) {
  return (
    <div className={styles.progress}>
      <div className={flowStyles.between16}>
        <span role="status">{wordsOf(state)}</span>
        {state.isRunning ? (
          <Button size="compact-xs" variant="default" onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" onClick={onForget}>
            Close
          </Button>
        )}
      </div>
      <Progress value={replayPercent(state)} size="sm" aria-label="Replayed" />
      {state.problem !== undefined && (
        <span role="alert" className={styles.bad}>
          {state.problem} Events replayed so far are stored. Start again for the rest.
        </span>
      )}
    </div>
  );
}

function wordsOf({ total, replayed, isRunning }: ReplayState): string {
  if (isRunning && total === 0) return 'Replaying…';
  const words = `${formatExactNumber(replayed)} of ${formatExactNumber(total)}`;
  if (isRunning) return `Replaying: ${words}`;
  if (total === 0) return 'No events to replay.';
  return replayed >= total
    ? `${formatCount(replayed, 'event')} replayed. Stored within seconds.`
    : `Stopped after ${words}.`;
}
