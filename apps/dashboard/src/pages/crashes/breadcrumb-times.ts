import { formatDuration } from '../../design/format/format-duration.ts';
import type { Report } from './fold-frames.ts';

export interface TimelineStep {
  readonly key: string;
  /** "−1.7 s"; undefined when the breadcrumb does not say when it was. */
  readonly before: string | undefined;
  readonly atMs: number | undefined;
  readonly category: string;
  readonly message: string;
  /** Nothing happened for so long before this step; only when that is worth a word. */
  readonly silence: string | undefined;
}

const LONG_SILENCE_MS = 10_000;

/** What led to the crash, oldest first, with the time that was left until it. */
export function timelineOf(breadcrumbs: Report['breadcrumbs'], crashedAt: string): readonly TimelineStep[] {
  const crashMs = Date.parse(crashedAt);
  let last: number | undefined;
  return breadcrumbs.map((crumb, index) => {
    const parsed = Date.parse(crumb.timestamp ?? '');
    const atMs = Number.isFinite(parsed) ? parsed : undefined;
    const gap = atMs === undefined || last === undefined ? 0 : atMs - last;
    if (atMs !== undefined) last = atMs;
    return {
      key: `${index} ${crumb.timestamp ?? ''}`,
      atMs,
      before: atMs === undefined ? undefined : beforeCrash(crashMs - atMs),
      category: crumb.category ?? 'other',
      message: crumb.message ?? '',
      silence: gap >= LONG_SILENCE_MS ? formatDuration(gap) : undefined,
    };
  });
}

function beforeCrash(ms: number): string {
  if (ms === 0) return '0 s';
  return ms > 0 ? `−${formatDuration(ms)}` : `+${formatDuration(-ms)}`;
}
