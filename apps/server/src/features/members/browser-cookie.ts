import { Cookies } from '../../http/access/cookies.ts';

/** As long as browsers keep any cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** How a browser remembers the accounts that it has signed in to, one cookie each. It stays when one signs out. */
export class BrowserCookie {
  readonly #cookies: Cookies;

  constructor(publicUrl: string | undefined) {
    this.#cookies = new Cookies(publicUrl);
  }

  tokenIn(cookies: string | undefined, memberId: string): string | undefined {
    return this.#cookies.read(cookies, nameFor(memberId), /^[\w.-]{66}$/);
  }

  keep(token: string, memberId: string): string {
    return this.#cookies.write(nameFor(memberId), token, MAX_AGE_SECONDS);
  }
}

const nameFor = (memberId: string): string => `lp_browser_${memberId.replaceAll('-', '').slice(-12)}`;
