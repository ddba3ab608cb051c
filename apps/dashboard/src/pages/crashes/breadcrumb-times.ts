import { formatDuration } from '../../design/format/format-duration.ts';
import { previewObject } from '../../design/format/preview-object.ts';
import type { Report } from './fold-frames.ts';

interface TimelineStep {
  readonly key: string;
  /** "−1.7 s"; undefined when the breadcrumb does not say when it was. */
  readonly before: string | undefined;
  readonly atMs: number | undefined;
  readonly category: string;
  readonly message: string;
  /** Everything that was reported of it. */
  readonly fields: Report['breadcrumbs'][number];
  /** What it says beyond time, category and message, in a line; empty when nothing. */
  readonly preview: string;
  /** Nothing happened for so long before this step; only when that is worth a word. */
  readonly silence: string | undefined;
}

const LONG_SILENCE_MS = 10_000;

export interface Timeline {
  /** Oldest first. */
  readonly steps: readonly TimelineStep[];
  /** The same between the last step and the crash. */
  readonly silence: string | undefined;
}

/** What led to the crash, with the time that was left until it. */
export function timelineOf(breadcrumbs: Report['breadcrumbs'], crashedAt: string): Timeline {
  const crashMs = Date.parse(crashedAt);
  let lastMs: number | undefined;
  /** A step without a time may have been at any, so nobody knows for how long nothing happened. */
  let isKnown = true;
  const silenceUntil = (atMs: number): string | undefined => {
    const gapMs = isKnown && lastMs !== undefined ? atMs - lastMs : 0;
    return gapMs >= LONG_SILENCE_MS ? formatDuration(gapMs) : undefined;
  };
  const steps = breadcrumbs.map((crumb, index) => {
    const parsed = Date.parse(crumb.timestamp ?? '');
    const atMs = Number.isFinite(parsed) ? parsed : undefined;
    const silence = atMs === undefined ? undefined : silenceUntil(atMs);
    isKnown = atMs !== undefined;
    if (atMs !== undefined) lastMs = Math.max(atMs, lastMs ?? atMs);
    return {
      key: `${index} ${crumb.timestamp ?? ''}`,
      atMs,
      before: atMs === undefined ? undefined : beforeCrash(crashMs - atMs),
      category: crumb.category ?? 'other',
      message: crumb.message ?? '',
      fields: crumb,
      preview: previewOf(crumb),
      silence,
    };
  });
  return { steps, silence: silenceUntil(crashMs) };
}

function previewOf({ timestamp: _, category: __, message: ___, ...rest }: Report['breadcrumbs'][number]): string {
  const { data, ...others } = rest as { readonly data?: unknown };
  return previewObject(typeof data === 'object' && data !== null ? { ...others, ...data } : rest);
}

function beforeCrash(ms: number): string {
  if (ms === 0) return '0 s';
  return ms > 0 ? `−${formatDuration(ms)}` : `+${formatDuration(-ms)}`;
}
