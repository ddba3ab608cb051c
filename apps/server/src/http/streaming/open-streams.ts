import { ApiError } from '@lamppost/protocol';
import type { FastifyReply } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Caller, MemberCaller } from '../access/caller.ts';
import { EventStream } from './event-stream.ts';
import { PacedQueue } from './paced-queue.ts';

const gatherMs = 20;
/** A browser that goes on watching opens a new one, and is asked again who it is. */
const MAX_OF_MEMBERS_MS = 43_200_000;

/** What a stream tells of: `tellNews` is called when something may have changed there. */
interface StreamWatch {
  readonly environmentId: string;
  readonly publishNews: () => void;
}

/** Live views are fewer: each is work for every event that is stored. */
export type StreamKind = 'config' | 'live';

export interface StreamOptions {
  readonly caller: Caller;
  readonly projectId: string;
  readonly kind: StreamKind;
  readonly watch?: StreamWatch;
}

interface OpenStream extends StreamOptions {
  readonly stream: EventStream;
  /** It is about to be looked at: what changes until then is seen as well. */
  isQueued: boolean;
}

const RETRY_AFTER_SECONDS = 30;

/** Streams that stay open: bounded for each project, told of what changes, ended when their caller may not any more or the server stops. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  readonly #byEnvironment = new Map<string, Set<OpenStream>>();
  /** When what a member may do last changed, on the clock of `SignedIn.foundAtMs`. */
  readonly #changedAtMs = new Map<string, number>();
  readonly #state: EdgeState;
  readonly #maxOfProject: Readonly<Record<StreamKind, number>>;
  readonly #counts = new Map<string, number>();
  /** Telling is work for each stream, so it is paced. */
  readonly pace = new PacedQueue();
  /** Environments whose streams are looked at in a moment. */
  readonly #telling = new Set<string>();
  #isEnding = false;

  constructor(state: EdgeState, maxOfProject: Readonly<Record<StreamKind, number>>) {
    this.#state = state;
    this.#maxOfProject = maxOfProject;
    state.onNews(({ environmentIds, areKeysChanged }) => {
      if (areKeysChanged) {
        for (const { stream, caller } of [...this.#open]) if (this.#isRevoked(caller)) stream.close();
      }
      for (const id of environmentIds) this.#notify(id);
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Begins the answer. Throws RATE_LIMIT_EXCEEDED when the project has as many open as it may. */
  open(reply: FastifyReply, options: StreamOptions): EventStream {
    const { caller, watch } = options;
    const release = this.#take(options);
    const stream = EventStream.open(reply);
    stream.onClose(release);
    const entry = { ...options, stream, isQueued: false };
    this.#open.add(entry);
    stream.onClose(() => this.#open.delete(entry));
    if (watch !== undefined) this.#listen(entry, watch.environmentId);
    this.#endWhenDue(stream, caller);
    return stream;
  }

  /** A member has signed out somewhere, or may do other things than before. What that does not concern goes on. */
  async endOf(memberId: string, mayStill: (caller: MemberCaller) => Promise<boolean>): Promise<void> {
    this.#changedAtMs.set(memberId, performance.now());
    const concerned = async ({ stream, caller }: OpenStream): Promise<void> => {
      if (caller.kind !== 'member' || caller.signedIn.member.id !== memberId) return;
      // Anyone who cannot be asked about is let go, and comes back by itself.
      if (!(await mayStill(caller).catch(() => false))) stream.close();
    };
    await Promise.all([...this.#open].map(concerned));
  }

  /** A device or user of the environment has changed. Many changes in a moment are looked at together. */
  tellSoon(environmentId: string): void {
    if (!this.#byEnvironment.has(environmentId) || this.#telling.has(environmentId)) return;
    this.#telling.add(environmentId);
    setTimeout(() => {
      this.#telling.delete(environmentId);
      this.#notify(environmentId);
    }, gatherMs);
  }

  /** For good: one that is opened later ends at once, when it has told what there is. */
  endAll(): void {
    this.#isEnding = true;
    for (const { stream } of [...this.#open]) stream.close();
  }

  #take({ projectId, kind }: StreamOptions): () => void {
    const name = `${kind} ${projectId}`;
    const count = this.#counts.get(name) ?? 0;
    const max = this.#maxOfProject[kind];
    if (count >= max) {
      const what = kind === 'live' ? 'live views of events' : 'configuration streams';
      const options = { retryAfterSeconds: RETRY_AFTER_SECONDS };
      throw new ApiError('RATE_LIMIT_EXCEEDED', `The project has ${max} ${what} open, which is the limit`, options);
    }
    this.#counts.set(name, count + 1);
    return () => {
      const left = (this.#counts.get(name) ?? 1) - 1;
      if (left === 0) this.#counts.delete(name);
      else this.#counts.set(name, left);
    };
  }

  #endWhenDue(stream: EventStream, caller: Caller): void {
    if (this.#isEnding || this.#isRevoked(caller)) stream.close();
    if (caller.kind !== 'member') return;
    const { member, foundAtMs } = caller.signedIn;
    // What the member may do has changed between the gate and here.
    if ((this.#changedAtMs.get(member.id) ?? -1) >= foundAtMs) stream.close();
    const ending = setTimeout(() => stream.close(), MAX_OF_MEMBERS_MS).unref();
    stream.onClose(() => clearTimeout(ending));
  }

  #listen(entry: OpenStream, environmentId: string): void {
    const entries = this.#byEnvironment.get(environmentId) ?? new Set();
    this.#byEnvironment.set(environmentId, entries.add(entry));
    entry.stream.onClose(() => {
      entries.delete(entry);
      if (entries.size === 0) this.#byEnvironment.delete(environmentId);
    });
  }

  #notify(environmentId: string): void {
    for (const entry of this.#byEnvironment.get(environmentId) ?? []) {
      if (entry.isQueued) continue;
      entry.isQueued = true;
      const publishNews = (): void => {
        entry.isQueued = false;
        entry.watch?.publishNews();
      };
      // A client that could not be reported comes back and asks.
      this.pace.add(publishNews, () => entry.stream.close());
    }
  }

  #isRevoked(caller: Caller): boolean {
    return caller.kind === 'key' && this.#state.keyById(caller.key.keyId) === undefined;
  }
}
