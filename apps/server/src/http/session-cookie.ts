import { sessionLongestMs } from '../sessions/session-expiry.ts';

/** How the browser is told to keep a session. Scripts cannot read it, and other sites cannot send it along. */
export class SessionCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(publicUrl: string | undefined) {
    const isSecure = publicUrl?.toLowerCase().startsWith('https:') === true;
    // With this prefix browsers take the cookie from this very host alone, not from its neighbours in the domain.
    this.#name = isSecure ? '__Host-lp_session' : 'lp_session';
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The token of a session, if the request has a cookie of the right shape. */
  tokenIn(cookies: string | undefined): string | undefined {
    if (cookies === undefined) return undefined;
    for (const pair of cookies.split(';')) {
      const [key, value] = pair.trim().split('=', 2);
      if (key === this.#name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
    }
    return undefined;
  }

  /** Kept for as long as a session can last at all; when it ends is decided here. */
  keep(token: string): string {
    return `${this.#name}=${token}; Max-Age=${sessionLongestMs / 1_000}; ${this.#attributes}`;
  }

  drop(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }
}
