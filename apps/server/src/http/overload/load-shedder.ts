import { admittedShare, MAX_LAG_MS, nextPressure, type ShedClass, shedClassOf } from './shed-order.ts';

const SAMPLE_EVERY_MS = 10;

/** Counts requests that are under way, measures how late the event loop is, and decides who is admitted. */
export class LoadShedder {
  readonly #onShed: (shedClass: ShedClass) => void;
  #pressure = 0;
  #inFlight = 0;
  #mostInFlight = 0;
  /** Of each class, what is left of the share that is admitted: so three of ten are the 4th, 7th and 10th. */
  readonly #credit = new Map<ShedClass, number>();
  #sampledAtMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(onShed: (shedClass: ShedClass) => void) {
    this.#onShed = onShed;
  }

  /** Whoever is admitted must leave. */
  admit(routeName: string): boolean {
    const shedClass = shedClassOf(routeName);
    if (shedClass === undefined) return true;
    this.#sampleIfLate();
    if (this.#pressure > 0 && !this.#isWithinShare(shedClass)) {
      this.#onShed(shedClass);
      return false;
    }
    this.#inFlight++;
    if (this.#inFlight > this.#mostInFlight) this.#mostInFlight = this.#inFlight;
    if (this.#sampledAtMs === undefined) this.#sampleLater();
    return true;
  }

  leave(routeName: string): void {
    if (shedClassOf(routeName) !== undefined) this.#inFlight--;
  }

  #isWithinShare(shedClass: ShedClass): boolean {
    const credit = (this.#credit.get(shedClass) ?? 0) + admittedShare(shedClass, this.#pressure);
    this.#credit.set(shedClass, credit >= 1 ? credit - 1 : credit);
    return credit >= 1;
  }

  /** The thread may take a second to come round to its timers: what is read meanwhile must not all be admitted. */
  #sampleIfLate(): void {
    if (this.#sampledAtMs === undefined || performance.now() - this.#sampledAtMs < SAMPLE_EVERY_MS + MAX_LAG_MS) return;
    clearTimeout(this.#timer);
    this.#sample();
  }

  /** Only while there is something to do: an idle server is not woken up. */
  #sampleLater(): void {
    this.#sampledAtMs = performance.now();
    this.#timer = setTimeout(() => this.#sample(), SAMPLE_EVERY_MS).unref();
  }

  #sample(): void {
    const elapsedMs = performance.now() - (this.#sampledAtMs ?? 0);
    const sample = { lagMs: elapsedMs - SAMPLE_EVERY_MS, inFlight: this.#mostInFlight };
    this.#pressure = nextPressure(this.#pressure, elapsedMs, sample);
    this.#mostInFlight = this.#inFlight;
    if (this.#inFlight > 0 || this.#pressure > 0) this.#sampleLater();
    else this.#sampledAtMs = undefined;
  }
}
