import type { Core } from './core.ts';
import type { Exchange, Reply } from './exchange.ts';
import { judgeAnswer } from './judge-answer.ts';
import { retryDelayMs } from './retry-delay.ts';

export function createExchange(core: Core): Exchange {
  const {
    platform,
    options: { key, url },
  } = core;
  /** In foreign words, one after the other, by path. */
  const refusals: Record<string, number> = {};
  return async (path, attempt, body, tag) => {
    let status = 0;
    const askedMs = platform.now();
    let retryAfter!: string | null;
    let data: Reply['data'];
    let error: { message?: unknown } | undefined;
    try {
      const answer = await platform.request(url + path, {
        headers: {
          Authorization: `Bearer ${key}`,
          'X-Environment': `${key}`.split('_')[2] as string,
          'X-Device-ID': core.state.device.id,
          ...(tag && { 'If-None-Match': tag }),
        },
        body,
      });
      status = answer.status;
      retryAfter = answer.headers.get('Retry-After');
      ({ data, error } = JSON.parse(await answer.text()));
      core.onAnswer?.(answer, askedMs);
    } catch (failure) {
      // No answer, or one that is not Lamppost's own: the status says what that means.
      if (!status) error = failure as Error;
    }
    const verdict = judgeAnswer(status, data, error, refusals[path]);
    // One more, counted from nothing.
    refusals[path] = !error && status > 399 && status < 500 ? -~(refusals[path] as number) : 0;
    if (verdict !== 'delivered' && !attempt) core.log(`${path}: ${verdict} ${status} ${error?.message}`);
    if (verdict === 'stop') core.isHalted = true;
    return {
      verdict,
      data,
      delayMs: retryDelayMs(attempt, retryAfter, platform.now() + core.skewMs, platform.random()),
      retryAfter,
    };
  };
}
