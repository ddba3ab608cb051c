const barWidth = 24;
const drawEveryMs = 120;
const tellEveryMs = 5_000;

export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export const counted = (number: number): string => Math.round(number).toLocaleString('en');

/** `3 min 5 s`, `12 s`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/** How far it is: one line without its bar. */
export function describeProgress(done: number, total: number, seconds: number): string {
  const share = Math.floor((done / total) * 100);
  const perSecond = seconds > 0 ? done / seconds : 0;
  const left = perSecond > 0 && done < total ? `, ${duration((total - done) / perSecond)} to go` : '';
  return `${share} %  ${counted(done)} of ${counted(total)} events  ${counted(perSecond)}/s${left}`;
}

/** A bar that is drawn over itself on a terminal, and a plain line every few seconds elsewhere. */
export class ProgressLine {
  readonly #out: ProgressOutput;
  readonly #total: number;
  readonly #done: () => number;
  readonly #startedAtMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #note = '';

  constructor(total: number, done: () => number, out: ProgressOutput = process.stderr) {
    this.#total = total;
    this.#done = done;
    this.#out = out;
    this.#timer = setInterval(() => this.#draw(), out.isTTY === true ? drawEveryMs : tellEveryMs);
  }

  get seconds(): number {
    return (performance.now() - this.#startedAtMs) / 1000;
  }

  /** Shown behind the figures until the next one. */
  note(text: string): void {
    this.#note = text;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#draw();
    if (this.#out.isTTY === true) this.#out.write('\n');
  }

  #draw(): void {
    const done = this.#done();
    const line = describeProgress(done, this.#total, this.seconds);
    const note = this.#note === '' ? '' : `  (${this.#note})`;
    this.#note = '';
    if (this.#out.isTTY !== true) {
      this.#out.write(`${line}${note}\n`);
      return;
    }
    const filled = Math.round((done / this.#total) * barWidth);
    this.#out.write(`\r\x1b[2K${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${line}${note}`);
  }
}
