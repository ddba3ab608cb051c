import { drawBar } from './draw-bar.ts';
import { formatBytes, formatDuration, formatShort } from './format.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressOptions {
  readonly title: string;
  readonly unit: 'bytes' | 'events' | 'files' | 'days';
  /** Undefined: nobody knows how much there is. */
  readonly total: number | undefined;
  /** Done by an earlier run; does not count for the rate. */
  readonly start?: number;
  /** More to tell at the end of the line. */
  readonly detail?: (ms: number) => string;
}

const BAR_WIDTH = 20;
const REDRAW_MS = 100;

/** A line on stderr that tells how far it is, how quick, and how long it still takes. Only on a terminal. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #options: ProgressOptions;
  readonly #startedMs = performance.now();
  readonly #isShown: boolean;
  #done: number;
  #drawnMs = Number.NEGATIVE_INFINITY;

  constructor(terminal: Terminal, options: ProgressOptions) {
    this.#terminal = terminal;
    this.#options = options;
    this.#done = options.start ?? 0;
    this.#isShown = process.stderr.isTTY === true && !terminal.isJson;
  }

  advance(by: number): void {
    this.#done += by;
    const nowMs = performance.now();
    if (!this.#isShown || nowMs - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = nowMs;
    process.stderr.write(`\r\u001b[2K${progressLine(this.#options, this.#done, nowMs - this.#startedMs)}`);
  }

  /** Takes the line away. Gives how long it took. */
  end(): number {
    if (this.#isShown) process.stderr.write('\r\u001b[2K');
    return performance.now() - this.#startedMs;
  }

  /** A remark above the line. */
  note(text: string): void {
    if (this.#isShown) process.stderr.write('\r\u001b[2K');
    this.#terminal.note(text);
  }
}

/** `Exporting  ██████  42 %  12.3 MiB of 29 MiB  4.1 MiB/s  4 s left` */
export function progressLine(
  { title, unit, total, start = 0, detail }: ProgressOptions,
  done: number,
  ms: number,
): string {
  const amount = (value: number): string => (unit === 'bytes' ? formatBytes(value) : `${formatShort(value)} ${unit}`);
  const perSecond = ms === 0 ? 0 : ((done - start) * 1000) / ms;
  const rate = unit === 'bytes' ? `${formatBytes(Math.round(perSecond))}/s` : `${formatShort(perSecond)}/s`;
  const more = detail === undefined ? [] : [detail(ms)];
  if (total === undefined || total === 0) return [title, amount(done), rate, ...more].join('  ');
  const share = Math.min(1, done / total);
  const left = perSecond === 0 ? undefined : ((total - done) / perSecond) * 1000;
  return [
    title,
    drawBar(share, BAR_WIDTH).padEnd(BAR_WIDTH),
    `${Math.floor(share * 100)} %`,
    `${unit === 'bytes' ? formatBytes(done) : formatShort(done)} of ${amount(total)}`,
    rate,
    ...more,
    ...(left === undefined ? [] : [`${formatDuration(left)} left`]),
  ].join('  ');
}
