import { useCallback } from 'react';
import type { FeedState } from '../../api/event-feed.ts';
import type { ServerEvent } from '../../api/event-stream.ts';
import { useServerEvents } from '../../api/use-server-events.ts';
import { JsonTree } from '../../design/code/json-tree.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { type Arrival, firstArrival } from './first-event.ts';
import styles from './onboarding.module.css';
import { Step } from './step.tsx';

export interface ListenStepProps {
  readonly arrival: Arrival | undefined;
  readonly onArrival: (arrival: Arrival) => void;
  /** No event has ever arrived here. */
  readonly isFirst: boolean;
}

/** Listens until an event is stored. What is refused is shown with its reason, and the listening goes on. */
export function ListenStep({ arrival, onArrival, isFirst }: ListenStepProps) {
  const isDone = arrival?.status === 'stored';
  const onMessages = useCallback(
    (messages: readonly ServerEvent[]) => {
      const first = firstArrival(messages);
      if (first !== undefined) onArrival(first);
    },
    [onArrival],
  );
  const { state } = useServerEvents('/v1/events/stream', { onMessages, isEnabled: !isDone });
  return (
    <Step number={3} title={isDone ? 'Event received' : 'Waiting for your event'} isDone={isDone}>
      <div role="status" className={styles.listening}>
        {isDone ? (
          <StatusBadge tone="good">
            <span>
              <bdi>{arrival.name}</bdi> received
            </span>
          </StatusBadge>
        ) : (
          <FeedWords state={state} isFirst={isFirst} />
        )}
      </div>
      {arrival?.status === 'refused' && (
        <div className={styles.refused} role="alert">
          <p>
            <bdi>{arrival.name === '' ? 'An event' : arrival.name}</bdi> was rejected: {arrival.reason}. It is listed
            for 30 days in{' '}
            <PageLink page="/data" search={{ tab: 'failed' }}>
              Data
            </PageLink>
            . Fix it and send it again.
          </p>
        </div>
      )}
      {arrival !== undefined && (
        <div className={styles.tree}>
          <JsonTree value={arrival.event} label="The event" openDepth={2} maxHeight={320} />
        </div>
      )}
    </Step>
  );
}

function FeedWords({ state, isFirst }: { readonly state: FeedState; readonly isFirst: boolean }) {
  if (state.kind === 'open') {
    return (
      <>
        <span className={styles.pulse} aria-hidden />
        <span>Waiting for the {isFirst ? 'first' : 'next'} event. Events appear here within seconds.</span>
      </>
    );
  }
  if (!('problem' in state)) return <span className={styles.words}>Connecting…</span>;
  return (
    <span className={styles.problem}>
      {asSentence(state.problem.message)} {state.kind === 'waiting' ? 'Reconnecting…' : 'Reload the page to continue.'}
    </span>
  );
}
