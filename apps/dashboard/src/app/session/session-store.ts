import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient, ApiCredentials } from '../../api/api-client.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import type { Session } from '../../api/session.ts';

export const sessionKey = ['session'] as const;

/** Who is signed in, or null. The one place that knows where the session and its token are kept. */
export class SessionStore {
  readonly #api: ApiClient;
  readonly #credentials: ApiCredentials;
  readonly #queries: QueryClient;
  readonly #watchers = new Set<() => void>();
  #isOver = false;

  constructor(api: ApiClient, credentials: ApiCredentials, queries: QueryClient) {
    this.#api = api;
    this.#credentials = credentials;
    this.#queries = queries;
  }

  /** As it is known, or as the server says when it is not. */
  current(): Promise<Session | null> {
    return this.#queries.ensureQueryData({ queryKey: sessionKey, queryFn: () => this.#ask(), staleTime: Infinity });
  }

  async refresh(): Promise<Session | null> {
    const session = await this.#ask();
    if (session === null) this.end();
    else this.replace(session);
    return session;
  }

  /** The server knows the session no more. What its member has on the screen is kept: something may be unsaved. */
  end(): void {
    if (this.#queries.getQueryData<Session | null>(sessionKey)) this.#setOver(true);
    else this.replace(null);
  }

  readonly isOver = (): boolean => this.#isOver;

  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange);
    return () => this.#watchers.delete(onChange);
  };

  /** True when the token of the session is another one than before. */
  async renewToken(): Promise<boolean> {
    const before = this.#credentials.csrfToken;
    if (before === undefined) return false;
    const session = await this.refresh();
    return session !== null && session.csrf_token !== before;
  }

  /** Null forgets everything that was shown to the one who was signed in. */
  replace(session: Session | null): void {
    this.#credentials.csrfToken = session?.csrf_token;
    if (session === null) this.#queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'api' });
    this.#queries.setQueryData(sessionKey, session);
    this.#setOver(false);
  }

  #setOver(isOver: boolean): void {
    if (this.#isOver === isOver) return;
    this.#isOver = isOver;
    for (const onChange of this.#watchers) onChange();
  }

  async #ask(): Promise<Session | null> {
    try {
      const { data } = await this.#api.get('/v1/session');
      this.#credentials.csrfToken = data.csrf_token;
      return data;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  }
}
