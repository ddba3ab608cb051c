import { sessionLongestMs } from '../sessions/session-expiry.ts';

const name = 'lp_session';

/** The token of a session, if the request has a cookie of the right shape. */
export function sessionTokenOf(cookies: string | undefined): string | undefined {
  if (cookies === undefined) return undefined;
  for (const pair of cookies.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** How the browser is told to keep a session. Scripts cannot read it, and other sites cannot send it along. */
export class SessionCookie {
  readonly #attributes: string;

  constructor(publicUrl: string | undefined) {
    const isSecure = publicUrl?.toLowerCase().startsWith('https:') === true;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** Kept for as long as a session can last at all; when it ends is decided here. */
  keep(token: string): string {
    return `${name}=${token}; Max-Age=${sessionLongestMs / 1_000}; ${this.#attributes}`;
  }

  drop(): string {
    return `${name}=; Max-Age=0; ${this.#attributes}`;
  }
}
