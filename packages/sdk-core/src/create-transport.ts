import type { Core } from './core.ts';
import { deliveryResultOf } from './delivery-result.ts';
import { retryDelayMs } from './retry-delay.ts';
import type { Transport, TransportResponse } from './transport.ts';

export function createTransport(core: Core): Transport {
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
    let data: TransportResponse['data'];
    let error: { message?: unknown } | undefined;
    try {
      const response = await platform.request(url + path, {
        headers: {
          Authorization: `Bearer ${key}`,
          'X-Environment': `${key}`.split('_')[2] as string,
          'X-Device-ID': core.state.device.id,
          ...(tag && { 'If-None-Match': tag }),
        },
        body,
      });
      status = response.status;
      retryAfter = response.headers.get('Retry-After');
      ({ data, error } = JSON.parse(await response.text()));
      core.onAnswer?.(response, askedMs);
    } catch (failure) {
      // No response, or one that is not Lamppost's own: the status says what that means.
      if (!status) error = failure as Error;
    }
    const result = deliveryResultOf(status, data, error, refusals[path]);
    // One more, counted from nothing.
    refusals[path] = !error && status > 399 && status < 500 ? -~(refusals[path] as number) : 0;
    if (result !== 'delivered' && !attempt) core.log(`${path}: ${result} ${status} ${error?.message}`);
    if (result === 'stop') core.isHalted = true;
    return {
      result,
      data,
      delayMs: retryDelayMs(attempt, retryAfter, platform.now() + core.skewMs, platform.random()),
      retryAfter,
    };
  };
}
