import type { AttemptStore, CommittedAttempts, WaitingSegments } from '../../control/attempts/attempt-store.ts';

const NOTHING: CommittedAttempts = { newest: 0, latest: 0, hidden: [], counters: {} };

/** What counts, as it was known last: while the control plane cannot be asked, queries are answered from that. */
export class AttemptWatch {
  readonly #attempts: Pick<AttemptStore, 'committed' | 'waiting'>;
  readonly #onChange: () => void;
  #committed: CommittedAttempts | undefined;
  #waiting: WaitingSegments = { segments: 0, bytes: 0, oldestSealedAtMs: null };

  constructor(attempts: Pick<AttemptStore, 'committed' | 'waiting'>, onChange: () => void) {
    this.#attempts = attempts;
    this.#onChange = onChange;
  }

  get isKnown(): boolean {
    return this.#committed !== undefined;
  }

  get committed(): CommittedAttempts {
    return this.#committed ?? NOTHING;
  }

  get waiting(): WaitingSegments {
    return this.#waiting;
  }

  async look(): Promise<void> {
    const [committed, waiting] = [await this.#attempts.committed(), await this.#attempts.waiting()];
    const { newest } = this.committed;
    // Answers may overtake each other.
    if (this.#committed === undefined || committed.newest >= newest) this.#committed = committed;
    this.#waiting = waiting;
    if (committed.newest > newest) this.#onChange();
  }
}
