import type { AttemptStore, CommittedAttempts, WaitingSegments } from '../../control/attempts/attempt-store.ts';

const NOTHING: CommittedAttempts = { newest: 0, latest: 0, hidden: [], counters: {}, loaders: 1, partial: [] };

/** Grows with every commit, also where one has a lower number than another that was committed before it. */
const versionOf = ({ newest, hidden }: CommittedAttempts): number => newest - hidden.length;

/** What counts, as it was known last: while the control plane cannot be asked, queries are answered from that. */
export class AttemptWatch {
  readonly #attempts: Pick<AttemptStore, 'committed' | 'waiting'>;
  readonly #onChange: () => void;
  #committed: CommittedAttempts | undefined;
  #waiting: WaitingSegments = { segments: 0, bytes: 0, oldestSealedAtMs: null, loaders: [] };

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

  /** Another number whenever something else counts. */
  get version(): number {
    return versionOf(this.committed);
  }

  get waiting(): WaitingSegments {
    return this.#waiting;
  }

  async look(): Promise<void> {
    const [committed, waiting] = [await this.#attempts.committed(), await this.#attempts.waiting()];
    const [version, before] = [versionOf(committed), this.version];
    // Answers may overtake each other.
    if (this.#committed === undefined || version >= before) this.#committed = committed;
    this.#waiting = waiting;
    if (version > before) this.#onChange();
  }
}
