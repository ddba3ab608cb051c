import { useRef, useState } from 'react';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import type { ReplayState } from './kind-words.ts';

export interface ReplayFilter {
  readonly kind: 'quarantined' | 'poison' | undefined;
  readonly reason: string | undefined;
  readonly event: string | undefined;
}

/** Replays everything that matches, a thousand a request, until nothing is left or somebody stops it. */
export function useReplayAll() {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const [state, setState] = useState<ReplayState>();
  const stopped = useRef(false);
  const start = async ({ kind, reason, event }: ReplayFilter): Promise<void> => {
    stopped.current = false;
    let replayed = 0;
    let total = 0;
    let problem: string | undefined;
    setState({ total, replayed, isRunning: true, problem });
    const body = {
      ...(kind === undefined ? {} : { kind }),
      ...(reason === undefined ? {} : { reason }),
      ...(event === undefined ? {} : { event }),
    };
    try {
      while (!stopped.current) {
        const { data } = await api.post('/v1/events/failed/replay', { body }, { timeoutMs: 120_000 });
        replayed += data.replayed;
        if (total === 0) total = data.replayed + data.remaining;
        setState({ total, replayed, isRunning: data.remaining > 0, problem });
        // Without progress another request would bring none either.
        if (data.remaining === 0 || data.replayed === 0) break;
      }
    } catch (error) {
      problem = error instanceof ApiProblem ? error.message : "Couldn't read the server's response.";
    }
    setState({ total, replayed, isRunning: false, problem });
    await invalidate('/v1/events', '/v1/usage');
  };
  return {
    state,
    start,
    stop: () => {
      stopped.current = true;
    },
    forget: () => setState(undefined),
  };
}
