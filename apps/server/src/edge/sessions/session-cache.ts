import type { Account } from './member.ts';
import { sessionBoundsAt, sessionExpiresAt } from './session-expiry.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import { csrfTokenOf, hashSessionToken, mintSessionToken } from './session-token.ts';
import type { SignedIn } from './signed-in.ts';

/** A last sight is written down again after this long: often enough for an expiry of days. */
const noteEveryMs = 3_600_000;

export interface SessionCacheDeps {
  readonly sessions: SessionStore;
  /** How many sessions are kept in memory. */
  readonly remembered: number;
  readonly nowMs: () => number;
  readonly onNoteFailed: (error: unknown) => void;
}

interface Entry {
  readonly session: StoredSession;
  readonly signedIn: SignedIn;
  seenAtMs: number;
  notedAtMs: number;
}

/** Who is signed in: sessions in memory, with the database behind them. What ends here has ended at once. */
export class SessionCache {
  readonly #deps: SessionCacheDeps;
  readonly #known = new Map<string, Entry>();
  readonly #onForget: ((memberId: string) => void)[] = [];
  /** Moves with everything that is forgotten: what was being read meanwhile must not be remembered. */
  #generation = 0;

  constructor(deps: SessionCacheDeps) {
    this.#deps = deps;
  }

  /** Called with the member whose sessions or roles are not what they were. */
  onForget(listener: (memberId: string) => void): void {
    this.#onForget.push(listener);
  }

  /** Undefined when there is no such session, or it is over. */
  async find(token: string): Promise<SignedIn | undefined> {
    const { sessions, nowMs } = this.#deps;
    const foundAtMs = performance.now();
    const tokenHash = hashSessionToken(token);
    let entry = this.#known.get(tokenHash);
    if (entry === undefined) {
      const generation = this.#generation;
      const session = await sessions.find(tokenHash);
      if (session === undefined) return undefined;
      entry = entryOf(session, token);
      if (generation === this.#generation) this.#remember(entry);
    }
    const now = nowMs();
    if (sessionExpiresAt(timesOf(entry)) <= now) {
      this.#known.delete(tokenHash);
      return undefined;
    }
    this.#see(entry, now);
    return { ...entry.signedIn, expiresAtMs: sessionExpiresAt(timesOf(entry)), foundAtMs };
  }

  /** Undefined when the account is not what it was. The token is for the browser and is not kept. */
  async begin({
    member,
    passwordHash,
  }: Account): Promise<{ readonly token: string; readonly signedIn: SignedIn } | undefined> {
    const { sessions, nowMs } = this.#deps;
    const now = nowMs();
    await sessions.removeOver(sessionBoundsAt(now));
    const token = mintSessionToken();
    const tokenHash = hashSessionToken(token);
    const session = await sessions.create({ tokenHash, memberId: member.id, passwordHash, nowMs: now });
    return session && { token, signedIn: entryOf(session, token).signedIn };
  }

  async end({ tokenHash, member }: SignedIn): Promise<void> {
    await this.#deps.sessions.end(tokenHash);
    this.forget(member.id);
  }

  async endAll(memberId: string): Promise<void> {
    await this.#deps.sessions.endAll(memberId);
    this.forget(memberId);
  }

  /** Whether a session goes on, and its member is still what it was in a project, as the database has it. */
  async isAsBefore({ tokenHash, member, roles }: SignedIn, projectId: string | undefined): Promise<boolean> {
    const session = await this.#deps.sessions.find(tokenHash);
    if (session === undefined || sessionExpiresAt(session) <= this.#deps.nowMs()) return false;
    if (projectId === undefined) return session.member.isOperator === member.isOperator;
    const role = session.memberships.find((membership) => membership.projectId === projectId)?.role;
    return role !== undefined && role === roles.get(projectId);
  }

  /** The next request of this member is answered from the database. */
  forget(memberId: string): void {
    this.#generation += 1;
    for (const [tokenHash, { session }] of this.#known) {
      if (session.member.id === memberId) this.#known.delete(tokenHash);
    }
    for (const listener of this.#onForget) listener(memberId);
  }

  /** Whoever is signed in is asked for anew. */
  forgetEverybody(): void {
    const members = new Set([...this.#known.values()].map(({ session }) => session.member.id));
    for (const memberId of members) this.forget(memberId);
  }

  #remember(entry: Entry): void {
    if (this.#known.size >= this.#deps.remembered) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(entry.session.tokenHash, entry);
  }

  #see(entry: Entry, nowMs: number): void {
    entry.seenAtMs = Math.max(entry.seenAtMs, nowMs);
    if (nowMs - entry.notedAtMs < noteEveryMs) return;
    entry.notedAtMs = nowMs;
    this.#deps.sessions.noteSeen(entry.session.tokenHash, nowMs).catch(this.#deps.onNoteFailed);
  }
}

function entryOf(session: StoredSession, token: string): Entry {
  const { tokenHash, member, memberships, lastSeenAtMs } = session;
  const signedIn = {
    tokenHash,
    csrfToken: csrfTokenOf(token),
    member,
    roles: new Map(memberships.map(({ projectId, role }) => [projectId, role])),
    expiresAtMs: sessionExpiresAt(session),
    foundAtMs: performance.now(),
  };
  return { session, signedIn, seenAtMs: lastSeenAtMs, notedAtMs: lastSeenAtMs };
}

const timesOf = ({ session, seenAtMs }: Entry) => ({ createdAtMs: session.createdAtMs, lastSeenAtMs: seenAtMs });
