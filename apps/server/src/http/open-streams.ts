import type { EdgeState } from '../snapshot/edge-state.ts';
import type { Caller, MemberCaller } from './caller.ts';
import type { EventStream } from './event-stream.ts';

const gatherMs = 20;
/** A browser that goes on watching opens a new one, and is asked again who it is. */
const longestOfMembersMs = 43_200_000;

interface OpenStream {
  readonly stream: EventStream;
  readonly caller: Caller;
  readonly tellNews: () => void;
}

/** Streams that stay open: told of every new snapshot, ended when their caller may not any more or the server stops. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  /** When what a member may do last changed, on the clock of `SignedIn.foundAtMs`. */
  readonly #changedAtMs = new Map<string, number>();
  readonly #state: EdgeState;
  #isTelling = false;
  #isEnding = false;

  constructor(state: EdgeState) {
    this.#state = state;
    state.onSwap(() => {
      for (const entry of [...this.#open]) {
        if (this.#isRevoked(entry.caller)) entry.stream.close();
        else entry.tellNews();
      }
    });
  }

  get size(): number {
    return this.#open.size;
  }

  add(stream: EventStream, caller: Caller, tellNews: () => void): void {
    const entry = { stream, caller, tellNews };
    this.#open.add(entry);
    stream.onClose(() => this.#open.delete(entry));
    if (this.#isEnding || this.#isRevoked(caller)) stream.close();
    if (caller.kind !== 'member') return;
    const { member, foundAtMs } = caller.signedIn;
    // What the member may do has changed between the gate and here.
    if ((this.#changedAtMs.get(member.id) ?? -1) >= foundAtMs) stream.close();
    const ending = setTimeout(() => stream.close(), longestOfMembersMs).unref();
    stream.onClose(() => clearTimeout(ending));
  }

  /** A member has signed out somewhere, or may do other things than before. What that does not concern goes on. */
  async endOf(memberId: string, mayStill: (caller: MemberCaller) => Promise<boolean>): Promise<void> {
    this.#changedAtMs.set(memberId, performance.now());
    const concerned = async ({ stream, caller }: OpenStream): Promise<void> => {
      if (caller.kind !== 'member' || caller.signedIn.member.id !== memberId) return;
      // Whoever cannot be asked about is let go, and comes back by itself.
      if (!(await mayStill(caller).catch(() => false))) stream.close();
    };
    await Promise.all([...this.#open].map(concerned));
  }

  /** A device or user has changed. Many changes in a moment are looked at together. */
  tellSoon(): void {
    if (this.#open.size === 0 || this.#isTelling) return;
    this.#isTelling = true;
    setTimeout(() => {
      this.#isTelling = false;
      for (const { tellNews } of [...this.#open]) tellNews();
    }, gatherMs);
  }

  /** For good: one that is opened later ends at once, when it has told what there is. */
  endAll(): void {
    this.#isEnding = true;
    for (const { stream } of [...this.#open]) stream.close();
  }

  #isRevoked(caller: Caller): boolean {
    return caller.kind === 'key' && this.#state.keyById(caller.key.keyId) === undefined;
  }
}
