import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@lamppost/protocol';
import type { EdgeState, KnownKey } from '../../edge/edge-state.ts';

const lifetimeMs = 600_000;
const spanMs = 300_000;

/**
 * Browsers cannot send headers with an event stream, so its address carries a token: good for ten minutes, for opening
 * that stream and nothing else, and only while the key it stands for is in force.
 */
export class StreamTokens {
  readonly #state: EdgeState;
  readonly #secret = randomBytes(32);

  constructor(state: EdgeState) {
    this.#state = state;
  }

  /**
   * Moves before tokens expire, and when the server restarts. A client that gets a 304 keeps using the token it has,
   * so a tag must not outlive the tokens that were sent with it.
   */
  span(nowMs = Date.now()): string {
    return this.#sign(String(Math.floor(nowMs / spanMs)));
  }

  issue(key: KnownKey, nowMs = Date.now()): string {
    const claim = `${key.keyId}.${(nowMs + lifetimeMs).toString(36)}`;
    return `${claim}.${this.#sign(claim)}`;
  }

  /** Throws UNAUTHORIZED. */
  keyOf(token: string, nowMs = Date.now()): KnownKey {
    const [keyId = '', expires = '', signature = ''] = token.split('.');
    const expected = Buffer.from(this.#sign(`${keyId}.${expires}`));
    const given = Buffer.from(signature);
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
    const key = isGenuine && Number.parseInt(expires, 36) > nowMs ? this.#state.keyById(keyId) : undefined;
    if (key === undefined)
      throw new ApiError('UNAUTHORIZED', 'The stream token is invalid or has expired; evaluate again to get a new one');
    return key;
  }

  #sign(claim: string): string {
    return createHmac('sha256', this.#secret).update(claim).digest('base64url');
  }
}
