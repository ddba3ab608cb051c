import type { ApiClient } from './api-client.ts';
import { ApiProblem } from './api-problem.ts';
import type { QueryValue } from './build-url.ts';
import { readEventStream, type ServerEvent } from './event-stream.ts';

export type FeedState =
  | { readonly kind: 'connecting' | 'open' }
  | { readonly kind: 'waiting'; readonly problem: ApiProblem }
  /** The server said no, so asking again would not help. */
  | { readonly kind: 'refused'; readonly problem: ApiProblem };

export interface FeedListener {
  onState(state: FeedState): void;
  onEvent(event: ServerEvent): void;
}

export interface FeedTimes {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

const defaultTimes: FeedTimes = { firstDelayMs: 1000, maxDelayMs: 30_000 };

/**
 * Follows a stream until `signal` ends it. A lost connection is made again after a growing, jittered wait.
 * EventSource is of no use here: it cannot send the header that names the project.
 */
export async function followFeed(
  api: ApiClient,
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  listener: FeedListener,
  signal: AbortSignal,
  times: FeedTimes = defaultTimes,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let askedDelayMs: number | undefined;
    try {
      listener.onState({ kind: 'connecting' });
      const options = { signal, timeoutMs: Number.POSITIVE_INFINITY };
      const response = await api.open('GET', path, { query }, options);
      listener.onState({ kind: 'open' });
      failures = 0;
      askedDelayMs = await readAll(response, listener);
      if (signal.aborted) return;
      listener.onState({ kind: 'waiting', problem: lost() });
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof ApiProblem ? error : lost(error);
      // 401: the member may sign in again without leaving the page.
      if (!problem.isTemporary && problem.status !== 429 && problem.status !== 401) {
        listener.onState({ kind: 'refused', problem });
        return;
      }
      askedDelayMs = problem.retryAfterSeconds === undefined ? undefined : problem.retryAfterSeconds * 1000;
      listener.onState({ kind: 'waiting', problem });
    }
    const grown = Math.min(times.firstDelayMs * 2 ** failures, times.maxDelayMs);
    failures += 1;
    await pause((askedDelayMs ?? grown) * (0.5 + Math.random() / 2), signal);
  }
}

async function readAll(response: Response, listener: FeedListener): Promise<number | undefined> {
  const text = readEventStream();
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (pieces === undefined) return undefined;
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    for (const event of text.take(piece.value)) listener.onEvent(event);
  }
  return text.retryMs;
}

const lost = (cause?: unknown): ApiProblem =>
  new ApiProblem('The connection to the server was lost.', { status: 0, code: 'NETWORK', cause });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
