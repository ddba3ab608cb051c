import type { Core } from '@lamppost/sdk-core';
import { flatContext } from '@lamppost/sdk-core';

/** So many spans of so long a time, however many requests there are. */
export const mostSpans = 100;
const windowMs = 10_000;
/** Answered with an error of the server's own. */
const firstServerError = 500;

interface Span {
  name: string;
  statusCode: number;
  durationMs: number;
  atMs: number;
}

/**
 * Requests as performance metrics: all of them while they are few, and beyond that a fair sample, in which each request
 * of the window has the same chance. So percentiles and rates stay right, and a busy server sends no more than a quiet
 * one. `sample_rate` tells which share it was.
 */
export class RequestSample {
  readonly #core: Core;
  readonly #spans: Span[] = [];
  #seen = 0;
  #cancel: (() => void) | undefined;

  constructor(core: Core) {
    this.#core = core;
  }

  get size(): number {
    return Math.min(this.#seen, mostSpans);
  }

  note(name: string | (() => string), statusCode: number, durationMs: number): void {
    const { platform } = this.#core;
    this.#cancel ??= platform.later(windowMs, () => this.send());
    const at = this.#seen < mostSpans ? this.#seen : Math.floor(Math.random() * (this.#seen + 1));
    this.#seen += 1;
    if (at >= mostSpans) return;
    const text = typeof name === 'string' ? name : name();
    this.#spans[at] = { name: text, statusCode, durationMs, atMs: platform.now() };
  }

  /** Hands over what there is, to be sent. */
  send(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const { lanes } = this.#core;
    const spans = this.#spans.splice(0);
    const attributes = this.#seen > mostSpans ? { sample_rate: mostSpans / this.#seen } : undefined;
    this.#seen = 0;
    const context = flatContext(this.#core);
    for (const { name, statusCode, durationMs, atMs } of spans) {
      const metric = {
        metric_type: 'span',
        metric_name: name,
        value_ms: durationMs,
        status_code: statusCode || undefined,
        is_error: statusCode >= firstServerError,
        attributes,
      };
      if (lanes.m) this.#core.enter(lanes.m, metric, context, atMs);
    }
  }
}
