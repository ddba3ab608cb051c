import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { FunnelMoment } from './find-attempt.ts';

/** About 200 MB; no real person has that many events. */
const MAX_ROWS = 5_000_000;

/** The events of one person, column by column: there can be very many. By `hold`, of each in the order of moments. */
export class PersonRows {
  size = 0;
  /** When it was, from the begin of the range. */
  atMs = new Float64Array(64);
  /** Bits of steps, then of exclusions. */
  done = new Uint16Array(64);
  /** Which value the field that is held constant has; 0 when none is. */
  hold = new Float64Array(64);
  /** The breakdown's value as its place in the order of values. */
  value = new Uint32Array(64);
  /** Row by row: by column of what is compared, which candidate it is, from 1; 0 for none. */
  codes: Uint8Array;
  readonly codesOfRow: number;

  constructor(codesOfRow: number) {
    this.codesOfRow = codesOfRow;
    this.codes = new Uint8Array(64 * codesOfRow);
  }

  clear(): void {
    this.size = 0;
  }

  /** The caller sets the codes of the row. */
  add(atMs: number, done: number, hold: number, value: number): void {
    if (this.size === this.atMs.length) this.#grow();
    this.atMs[this.size] = atMs;
    this.done[this.size] = done;
    this.hold[this.size] = hold;
    this.value[this.size] = value;
    this.size++;
  }

  /** What was done from one row to before another, moment by moment. */
  moments(from: number, to: number): Iterable<FunnelMoment> {
    return { [Symbol.iterator]: () => this.#moments(from, to) };
  }

  *#moments(from: number, to: number): Generator<FunnelMoment> {
    for (let row = from; row < to; ) {
      const atMs = this.atMs[row] as number;
      let done = 0;
      for (; row < to && this.atMs[row] === atMs; row++) done |= this.done[row] as number;
      yield { atMs, done };
    }
  }

  #grow(): void {
    if (this.size >= MAX_ROWS) {
      const message = `holds more than ${MAX_ROWS.toLocaleString('en')} events of one person: take a shorter range, or filter them out`;
      throw new QueryRejected('query.range', message);
    }
    const capacity = Math.min(this.size * 2, MAX_ROWS);
    this.atMs = copied(this.atMs, new Float64Array(capacity));
    this.done = copied(this.done, new Uint16Array(capacity));
    this.hold = copied(this.hold, new Float64Array(capacity));
    this.value = copied(this.value, new Uint32Array(capacity));
    this.codes = copied(this.codes, new Uint8Array(capacity * this.codesOfRow));
  }
}

function copied<T extends { set(values: ArrayLike<number>): void }>(values: ArrayLike<number>, into: T): T {
  into.set(values);
  return into;
}
