import { sessionLongestMs } from '../../edge/sessions/session-expiry.ts';
import { Cookies } from './cookies.ts';

const name = 'lp_session';

/** How the browser is told to keep a session. */
export class SessionCookie {
  readonly #cookies: Cookies;

  constructor(publicUrl: string | undefined) {
    this.#cookies = new Cookies(publicUrl);
  }

  /** The token of a session, if the request has a cookie of the right shape. */
  tokenIn(cookies: string | undefined): string | undefined {
    return this.#cookies.read(cookies, name, /^[\w-]{43}$/);
  }

  /** Kept for as long as a session can last at all; when it ends is decided here. */
  keep(token: string): string {
    return this.#cookies.write(name, token, sessionLongestMs / 1_000);
  }

  drop(): string {
    return this.#cookies.write(name, '', 0);
  }
}
