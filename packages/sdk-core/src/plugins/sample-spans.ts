import type { Core } from '../core.ts';
import type { Properties } from '../lamppost.ts';
import { flatContext } from './flat-context.ts';

const WINDOW_MS = 1e4;

interface Span {
  readonly name: string;
  readonly durationMs: number;
  readonly statusCode: number | undefined;
  readonly isError: boolean | undefined;
  readonly attributes: Properties | undefined;
  readonly atMs: number;
}

export interface SpanSample {
  /** How many wait. */
  readonly size: number;
  /** What it is called is asked for only when it is kept. */
  add(
    name: string | (() => string),
    durationMs: number,
    statusCode?: number,
    isError?: boolean,
    attributes?: Properties,
  ): void;
  /** Hands over what there is, to be sent. */
  send(): void;
}

/**
 * Spans as performance metrics: all of them while they are few, and beyond that a fair sample, in which each span of the
 * window has the same chance. So percentiles and rates stay right, and who is busy sends no more than who is not.
 * `sample_rate` tells which share it was. At most `maxSpans` of ten seconds. Needs `measureMetrics`.
 */
export function sampleSpans(core: Core, type: string, maxSpans = 100): SpanSample {
  const { platform } = core;
  let spans: Span[] = [];
  let seen = 0;
  let cancel: (() => void) | undefined;

  const send = (): void => {
    cancel?.();
    cancel = undefined;
    const taken = spans;
    const rate = seen > maxSpans ? { sample_rate: maxSpans / seen } : undefined;
    spans = [];
    seen = 0;
    const about = flatContext(core);
    for (const { name, durationMs, statusCode, isError, attributes, atMs } of taken) {
      const metric = {
        metric_type: type,
        metric_name: name,
        value_ms: durationMs,
        status_code: statusCode || undefined,
        is_error: isError,
        attributes: attributes || rate ? { ...attributes, ...rate } : undefined,
      };
      core.enqueue('metrics', metric, { about, atMs });
    }
  };
  return {
    get size() {
      return spans.length;
    },
    add(name, durationMs, statusCode, isError, attributes) {
      cancel ??= platform.later(WINDOW_MS, send);
      const at = seen < maxSpans ? seen : Math.floor(platform.random() * (seen + 1));
      // Asked for first: what has no name is not seen, and leaves no gap.
      const text = at < maxSpans && (typeof name === 'string' ? name : name());
      seen += 1;
      if (text) spans[at] = { name: text, durationMs, statusCode, isError, attributes, atMs: platform.now() };
    },
    send,
  };
}
