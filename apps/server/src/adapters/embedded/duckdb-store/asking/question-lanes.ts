import { StoreUnavailable } from '../../../../analytics/analytics-store.ts';

export interface LaneOptions {
  /** Questions that run at a time. */
  readonly lanes: number;
  /** Questions of one owner that wait at a time; the next one is refused. */
  readonly mostWaitingEach: number;
}

export interface LaneRequest {
  /** Whose turns are counted: one owner with many questions waits behind others with few. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
  /** So long it may wait. */
  readonly patienceMs: number;
}

interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

/** Lets a few heavy questions run at a time, so that they do not take each other's memory and the loader's time. */
export class QuestionLanes {
  readonly #options: LaneOptions;
  readonly #running = new Map<string, number>();
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  #runningInAll = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Rejects with StoreUnavailable when the turn does not come, with the signal's reason when nobody waits any more. */
  async run<T>(request: LaneRequest, work: () => Promise<T>): Promise<T> {
    await this.#turn(request);
    try {
      return await work();
    } finally {
      this.#count(request.owner, -1);
      this.#next();
    }
  }

  async #turn({ owner, signal, patienceMs }: LaneRequest): Promise<void> {
    signal?.throwIfAborted();
    if (this.#runningInAll < this.#options.lanes && this.#waiting.length === 0) return this.#count(owner, 1);
    if (this.#waiting.filter((waiting) => waiting.owner === owner).length >= this.#options.mostWaitingEach) {
      throw new StoreUnavailable('too many queries wait already: ask again later');
    }
    let leave: (error: unknown) => void = () => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { owner, go: resolve };
      this.#waiting.push(waiting);
      leave = (error) => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(error);
      };
    });
    const timer = setTimeout(
      () => leave(new StoreUnavailable('other queries took too long: ask again later')),
      patienceMs,
    );
    const abort = (): void => leave(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      await turn;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #next(): void {
    if (this.#runningInAll >= this.#options.lanes) return;
    const runningOf = ({ owner }: Waiting): number => this.#running.get(owner) ?? 0;
    const [first, ...others] = this.#waiting;
    if (first === undefined) return;
    const next = others.reduce((best, waiting) => (runningOf(waiting) < runningOf(best) ? waiting : best), first);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    this.#count(next.owner, 1);
    next.go();
  }

  #count(owner: string, change: 1 | -1): void {
    this.#runningInAll += change;
    const running = (this.#running.get(owner) ?? 0) + change;
    if (running === 0) this.#running.delete(owner);
    else this.#running.set(owner, running);
  }
}
