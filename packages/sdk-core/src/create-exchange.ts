import type { Core } from './core.ts';
import { judgeAnswer, type Verdict } from './judge-answer.ts';
import { retryDelayMs } from './retry-delay.ts';

/** What came of a request. */
export interface Reply {
  readonly verdict: Verdict;
  /** `data` of the answer, undefined when it was not Lamppost's. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** How long to wait before the next attempt, if there is to be one. */
  readonly delayMs: number;
  /** The server has asked to wait that long. */
  readonly retryAfter: string | null;
}

/** Asks the server; `attempt` counts from 0. Never rejects. Notes the first failure, and stops a client that is refused. */
export type Exchange = (path: string, attempt: number, body?: string, tag?: string) => Promise<Reply>;

export function createExchange(core: Core): Exchange {
  const { platform, options } = core;
  const { key, url } = options;
  return async (path, attempt, body, tag) => {
    const askedMs = platform.now();
    let status = 0;
    let retryAfter: string | null = null;
    let data: Reply['data'];
    let error: { message?: unknown } | undefined;
    try {
      const answer = await platform.request(url + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Bearer ${key}`,
          'X-Environment': `${key}`.split('_')[2] as string,
          'X-Device-ID': core.state.device.id,
          ...(tag && { 'If-None-Match': tag }),
        },
        body,
        timeoutMs: 1e4,
      });
      status = answer.status;
      retryAfter = answer.headers.get('Retry-After');
      ({ data, error } = JSON.parse(await answer.text()));
      core.onAnswer?.(answer, askedMs);
    } catch (failure) {
      // No answer, or one that is not Lamppost's own: the status says what that means.
      if (!status) error = failure as Error;
    }
    const verdict = judgeAnswer(status, data, error, attempt);
    if (verdict !== 'delivered' && !attempt) core.note(`${path}: ${verdict} ${status} ${error?.message}`);
    if (verdict === 'stop') core.isHalted = true;
    return {
      verdict,
      data,
      delayMs: retryDelayMs(attempt, retryAfter, platform.now() + core.clockErrorMs, platform.random()),
      retryAfter,
    };
  };
}
