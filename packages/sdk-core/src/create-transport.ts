import { deliveryResultOf } from './delivery-result.ts';
import type { OwnCore } from './own-core.ts';
import { retryDelayMs } from './retry-delay.ts';
import type { Transport, TransportResponse } from './transport.ts';

export function createTransport(core: OwnCore): Transport {
  const {
    platform,
    options: { key, url },
  } = core;
  /** In foreign words, one after the other, by path. */
  const refusals: Record<string, number> = {};
  return async (path, attempt, body, etag) => {
    const requestedAtMs = platform.now();
    let status = 0;
    let retryAfter!: string | null;
    let date: string | null | undefined;
    let data: TransportResponse['data'];
    let error: { message?: unknown } | undefined;
    try {
      const response = await platform.request(url + path, {
        headers: {
          Authorization: `Bearer ${key}`,
          'X-Environment': `${key}`.split('_')[2] as string,
          'X-Device-ID': core.state.device.id,
          ...(etag && { 'If-None-Match': etag }),
        },
        body,
      });
      status = response.status;
      retryAfter = response.headers.get('Retry-After');
      ({ data, error } = JSON.parse(await response.text()));
      date = response.headers.get('Date');
    } catch (failure) {
      // No response, or one that is not Lamppost's own: the status says what that means.
      if (!status) error = failure as Error;
    }
    const result = deliveryResultOf(status, data, error, refusals[path]);
    // One more, counted from nothing.
    refusals[path] = !error && status > 399 && status < 500 ? -~(refusals[path] as number) : 0;
    if (result !== 'delivered' && !attempt) core.log(`${path}: ${result} ${status} ${error?.message}`);
    if (result === 'stop') core.isStopped = true;
    const response = {
      requestPath: path,
      requestBody: body,
      requestedAtMs,
      dateHeader: date,
      result,
      data,
      retryAfter,
    };
    core.eachPlugin((plugin) => plugin.onResponse?.(response));
    // By the clock as the response has corrected it.
    return {
      ...response,
      delayMs: retryDelayMs(attempt, retryAfter, platform.now() + core.skewMs, platform.random()),
    };
  };
}
