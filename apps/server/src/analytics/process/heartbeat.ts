export interface HeartbeatOptions {
  /** A silence of this long counts as a stall. */
  readonly stalledAfterMs: number;
  /** After a silence of this long the other side is given up. */
  readonly lostAfterMs: number;
  readonly onStalled: () => void;
  readonly onLost: () => void;
}

const LOOKS_PER_STALL = 10;

/**
 * Notices that another process has fallen silent. It counts its own looks instead of reading a clock: when this process
 * itself was stopped, the other one has not been silent.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #lookEveryMs: number;
  readonly #timer: NodeJS.Timeout;
  #silentMs = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#lookEveryMs = options.stalledAfterMs / LOOKS_PER_STALL;
    this.#timer = setInterval(() => this.#look(), this.#lookEveryMs).unref();
  }

  /** The other side has said something. */
  beat(): void {
    this.#silentMs = 0;
  }

  get isStalled(): boolean {
    return this.#silentMs >= this.#options.stalledAfterMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const wasStalled = this.isStalled;
    this.#silentMs += this.#lookEveryMs;
    if (!wasStalled && this.isStalled) this.#options.onStalled();
    if (this.#silentMs < this.#options.lostAfterMs) return;
    this.stop();
    this.#options.onLost();
  }
}
