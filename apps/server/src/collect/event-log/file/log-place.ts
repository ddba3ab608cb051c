/** While nothing is written. */
const LOOK_EVERY_MS = 1_000;
/** Under load there are thousands of acknowledgements a second, and a look costs some microseconds each. */
const LOOK_AGAIN_MS = 20;

export class DirectoryGone extends Error {
  constructor() {
    super('the data directory was deleted or replaced');
    this.name = 'DirectoryGone';
  }
}

/** Knows whether what is written lands where the next start will look for it. */
export class LogPlace {
  readonly #isInPlace: () => boolean;
  readonly #onChange: (isInPlace: boolean) => void;
  #isGone = false;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(isInPlace: () => boolean, onChange: (isInPlace: boolean) => void) {
    this.#isInPlace = isInPlace;
    this.#onChange = onChange;
  }

  /** As it was at the last look. */
  get isGone(): boolean {
    return this.#isGone;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** True while it is in its place. */
  look(): boolean {
    const isGone = !this.#isInPlace();
    this.#lookedAtMs = performance.now();
    if (isGone !== this.#isGone) {
      this.#isGone = isGone;
      this.#onChange(!isGone);
    }
    return !isGone;
  }

  /** To be called before every acknowledgement: throws DirectoryGone when it is, or was a moment ago, not in its place. */
  check(): void {
    const isRecent = performance.now() - this.#lookedAtMs < LOOK_AGAIN_MS;
    if (isRecent ? this.#isGone : !this.look()) throw new DirectoryGone();
  }
}
