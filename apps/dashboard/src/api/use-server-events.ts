import { useEffect, useRef, useState } from 'react';
import { useApiClient } from './api-context.ts';
import type { QueryValue } from './build-url.ts';
import { type FeedState, followFeed } from './event-feed.ts';
import type { ServerEvent } from './event-stream.ts';

export interface ServerEventsOptions {
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** What has come since the last call, oldest first; called at most ten times a second. */
  readonly onMessages: (events: readonly ServerEvent[]) => void;
  /** The connection stays; what comes is held back (`waiting`), the oldest of it is let go beyond `mostWaiting`. */
  readonly isPaused?: boolean;
  /** What the page has from elsewhere already does not wait. */
  readonly isKnown?: (event: ServerEvent) => boolean;
  readonly isEnabled?: boolean;
}

export interface ServerEvents {
  readonly state: FeedState;
  /** Events that are held back, and how many of them were let go because there were too many. */
  readonly waiting: number;
  readonly dropped: number;
}

const MAX_WAITING = 5_000;
const betweenRendersMs = 100;

/** Server-sent events of a route. However fast they come, the page is drawn ten times a second at most. */
export function useServerEvents(path: string, options: ServerEventsOptions): ServerEvents {
  const { query, isPaused = false, isEnabled = true } = options;
  const api = useApiClient();
  const [state, setState] = useState<FeedState>({ kind: 'connecting' });
  const [counts, setCounts] = useState({ waiting: 0, dropped: 0 });
  const { onMessages, isKnown = () => false } = options;
  const latest = useRef({ onMessages, isKnown, isPaused });
  latest.current = { onMessages, isKnown, isPaused };
  const queryText = JSON.stringify(query ?? {});

  useEffect(() => {
    if (!isEnabled) return;
    const ending = new AbortController();
    let buffer: ServerEvent[] = [];
    let dropped = 0;
    let isHolding = false;
    const hand = (): void => {
      if (latest.current.isPaused) {
        if (!isHolding) buffer = buffer.filter((event) => !latest.current.isKnown(event));
        isHolding = true;
        setCounts((now) =>
          now.waiting === buffer.length && now.dropped === dropped ? now : { waiting: buffer.length, dropped },
        );
        return;
      }
      isHolding = false;
      if (buffer.length === 0) return;
      const events = buffer;
      buffer = [];
      dropped = 0;
      setCounts({ waiting: 0, dropped: 0 });
      latest.current.onMessages(events);
    };
    const timer = setInterval(hand, betweenRendersMs);
    const listener = {
      onState: setState,
      onEvent: (event: ServerEvent) => {
        if (isHolding && latest.current.isKnown(event)) return;
        buffer.push(event);
        if (buffer.length <= MAX_WAITING) return;
        buffer = buffer.slice(-MAX_WAITING / 2);
        dropped += MAX_WAITING / 2 + 1;
      },
    };
    void followFeed(api, path, JSON.parse(queryText) as Record<string, QueryValue>, listener, ending.signal);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [api, path, queryText, isEnabled]);

  return { state, ...counts };
}
