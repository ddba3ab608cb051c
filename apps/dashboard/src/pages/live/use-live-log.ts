import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import type { FeedState } from '../../api/event-feed.ts';
import type { ServerEvent } from '../../api/event-stream.ts';
import { useServerEvents } from '../../api/use-server-events.ts';
import { countAt, type EventRate, noRate } from './event-rate.ts';
import { backfillRows, emptyLog, filterRows, hasRow, type LiveLog, takeRows } from './live-log.ts';
import { type LiveRow, liveRow, storedRow } from './live-row.ts';

export interface LiveView {
  readonly log: LiveLog;
  readonly state: FeedState;
  /** Came while the view was paused. */
  readonly waiting: number;
  /** Came, and will not be shown: more than 200 a second, or too many while the view was paused. */
  readonly skipped: number;
  readonly rate: { readonly current: EventRate };
  /** Whether what was stored before has been asked for. */
  readonly backfill: 'asking' | 'done' | ApiProblem;
  readonly retryBackfill: () => void;
}

const backfilled = 100;

/**
 * What is stored, as it is stored, and the latest from before. The filter is also the server's, so that a rare event is
 * not among those that are skipped when many come. The list is asked for once the stream is open: nothing falls between.
 */
export function useLiveLog(filter: string, isPaused: boolean): LiveView {
  const { api } = useEnvironment();
  const [log, setLog] = useState<LiveLog>(emptyLog);
  const [skipped, setSkipped] = useState(0);
  const [backfill, setBackfill] = useState<LiveView['backfill']>('asking');
  const [attempt, setAttempt] = useState(0);
  const rate = useRef<EventRate>(noRate);
  const search = filter.trim() === '' ? undefined : filter.trim();

  const onMessages = useCallback((events: readonly ServerEvent[]) => {
    const fresh: LiveRow[] = [];
    let more = 0;
    for (const { event, data } of events) {
      const reported: unknown = JSON.parse(data);
      if (event === 'skipped') more += (reported as { count: number }).count;
      else if (event === 'event') {
        const row = liveRow(reported);
        if (row !== undefined) fresh.push(row);
      }
    }
    rate.current = countAt(rate.current, Date.now(), fresh.length + more);
    if (more > 0) setSkipped((before) => before + more);
    setLog((before) => takeRows(before, fresh));
  }, []);
  const isKnown = ({ event, data }: ServerEvent): boolean => {
    const row = event === 'event' ? liveRow(JSON.parse(data)) : undefined;
    return row !== undefined && hasRow(log, row);
  };
  const options = { query: { search }, onMessages, isPaused, isKnown };
  const { state, waiting, dropped } = useServerEvents('/v1/events/stream', options);

  const droppedBefore = useRef(0);
  useEffect(() => {
    // The count begins anew when the view goes on; what was let go stays gone.
    const gone = droppedBefore.current;
    droppedBefore.current = dropped;
    if (dropped < gone) setSkipped((before) => before + gone);
  }, [dropped]);
  useEffect(() => setLog((before) => filterRows(before, search ?? '')), [search]);
  const isOpen = state.kind === 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    setBackfill('asking');
    api
      .get('/v1/events', { query: { limit: backfilled, search } }, { signal: ending.signal })
      .then(({ data }) => {
        setLog((before) => backfillRows(before, data.map(storedRow)));
        setBackfill('done');
      })
      .catch((error: unknown) => {
        if (ending.signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setBackfill(error);
      });
    return () => ending.abort();
  }, [api, search, isOpen, attempt]);

  return {
    log,
    state,
    waiting: waiting + dropped,
    skipped: skipped + dropped,
    rate,
    backfill,
    retryBackfill: () => setAttempt((before) => before + 1),
  };
}
