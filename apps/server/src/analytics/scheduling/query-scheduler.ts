import { StoreUnavailable } from '../analytics-store.ts';
import { UsedTime } from './used-time.ts';

export interface LaneOptions {
  /** Queries of one owner that run at a time. One more runs when it is of an owner who has none running. */
  readonly queues: number;
  /** Queries of one owner that wait at a time; the next one is refused. */
  readonly maxWaitingEach: number;
  readonly now?: () => number;
}

export interface LaneRequest {
  /** Whose time is counted: who has used much waits behind those who have used little. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
  /** So long it may wait. */
  readonly patienceMs: number;
}

interface Waiting {
  readonly owner: string;
  readonly go: () => void;
}

/**
 * Lets a few heavy queries run at a time, so that they do not take each other's memory and the loader's time. Each
 * owner has a share of the time, and none can take every lane.
 */
export class QueryScheduler {
  readonly #options: LaneOptions;
  readonly #used: UsedTime;
  readonly #running = new Map<string, number>();
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  #runningInAll = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#used = new UsedTime(options.now ?? (() => performance.now()));
  }

  /** Rejects with StoreUnavailable when the turn does not come, with the signal's reason when nobody waits any more. */
  async run<T>(request: LaneRequest, work: () => Promise<T>): Promise<T> {
    await this.#turn(request);
    const end = this.#used.begin(request.owner);
    try {
      return await work();
    } finally {
      end();
      this.#count(request.owner, -1);
      this.#next();
    }
  }

  async #turn({ owner, signal, patienceMs }: LaneRequest): Promise<void> {
    signal?.throwIfAborted();
    // Anyone who waits has no lane to go to, so nobody is overtaken here.
    if (this.#hasLane(owner)) return this.#count(owner, 1);
    if (this.#waiting.filter((waiting) => waiting.owner === owner).length >= this.#options.maxWaitingEach) {
      throw new StoreUnavailable('too many queries are waiting: try again later');
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
      () => leave(new StoreUnavailable('other queries took too long: try again later')),
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

  /** The last lane is for those who have none. */
  #hasLane(owner: string): boolean {
    const { queues } = this.#options;
    return this.#runningInAll < queues || (this.#runningInAll === queues && !this.#running.has(owner));
  }

  #next(): void {
    const [first, ...others] = this.#waiting.filter(({ owner }) => this.#hasLane(owner));
    if (first === undefined) return;
    const used = new Map(this.#waiting.map(({ owner }) => [owner, this.#used.of(owner)]));
    const usedBy = ({ owner }: Waiting): number => used.get(owner) ?? 0;
    const next = others.reduce((best, waiting) => (usedBy(waiting) < usedBy(best) ? waiting : best), first);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    this.#count(next.owner, 1);
    next.go();
    // Who has none running any more may take the last lane as well.
    this.#next();
  }

  #count(owner: string, change: 1 | -1): void {
    this.#runningInAll += change;
    const running = (this.#running.get(owner) ?? 0) + change;
    if (running === 0) this.#running.delete(owner);
    else this.#running.set(owner, running);
  }
}
