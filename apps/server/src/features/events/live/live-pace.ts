import { SECOND_MS } from '@lamppost/protocol';
import type { FreshRows } from '../../../analytics/live/live-events.ts';

const MAX_A_SECOND = 200;

export interface LiveOutlet {
  sendEvent(json: string): void;
  sendSkipped(count: number): void;
  /** The client does not read as fast as it is sent to: what comes now is not kept for it. */
  isBehind(): boolean;
}

/** Lets at most 200 rows through in any second; the others are counted and the count is reported. */
export class LivePace {
  readonly #outlet: LiveOutlet;
  readonly #now: () => number;
  /** When each of the last 200 was sent, in a circle. */
  readonly #sentAt = new Float64Array(MAX_A_SECOND).fill(Number.NEGATIVE_INFINITY);
  #next = 0;
  #skipped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(outlet: LiveOutlet, now: () => number = () => performance.now()) {
    this.#outlet = outlet;
    this.#now = now;
  }

  take({ rows, skipped }: FreshRows): void {
    this.#skipped += skipped;
    for (const row of rows) {
      const now = this.#now();
      if (now - (this.#sentAt[this.#next] ?? 0) < SECOND_MS || this.#outlet.isBehind()) {
        this.#skipped += 1;
        continue;
      }
      this.#sentAt[this.#next] = now;
      this.#next = (this.#next + 1) % MAX_A_SECOND;
      this.#outlet.sendEvent(row);
    }
    if (this.#skipped > 0) this.#timer ??= setTimeout(() => this.#tellSkipped(), SECOND_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Once a second at most; to a client that is behind when it reads again. */
  #tellSkipped(): void {
    if (this.#outlet.isBehind()) {
      this.#timer = setTimeout(() => this.#tellSkipped(), SECOND_MS).unref();
      return;
    }
    this.#timer = undefined;
    this.#outlet.sendSkipped(this.#skipped);
    this.#skipped = 0;
  }
}
