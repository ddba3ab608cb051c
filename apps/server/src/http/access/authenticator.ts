import { ApiError, unavailable } from '@lamppost/protocol';
import type { EdgeState } from '../../edge/edge-state.ts';
import { hashKey, hasKeyChecksum, parseKey } from '../../edge/keys/key-format.ts';
import { hashOperatorToken, isOperatorToken } from '../../edge/keys/operator-token.ts';
import type { Caller } from './caller.ts';

/** Headers repeat from request to request; looking one up costs a hundredth of hashing it. */
const rememberedHeaders = 10_000;
const UNCERTAIN_RETRY_SECONDS = 10;

/** Turns an Authorization header into a caller. */
export class Authenticator {
  readonly #state: EdgeState;
  readonly #remembered = new Map<string, Caller>();

  readonly #whyUncertain: (hash: string) => string | undefined;

  /**
   * `whyUncertain` says why nobody can know that an unknown key is wrong: it was given out and the control plane has
   * lost it since, or another edge has made it while the control plane cannot be reached.
   */
  constructor(state: EdgeState, whyUncertain: (hash: string) => string | undefined = () => undefined) {
    this.#state = state;
    this.#whyUncertain = whyUncertain;
    state.onNews(({ areKeysChanged }) => {
      if (areKeysChanged) this.#remembered.clear();
    });
  }

  /** Throws UNAUTHORIZED for anything that is not a key or token in force. */
  callerOf(authorization: string | undefined): Caller {
    if (authorization === undefined)
      throw unauthorized('Sign in, or send an Authorization header with a key: Bearer lp_…');
    const remembered = this.#remembered.get(authorization);
    if (remembered !== undefined) return remembered;
    if (!this.#state.isLoaded) throw unavailable("Keys can't be checked yet: the server is starting", 1);
    const caller = this.#resolve(authorization);
    if (this.#remembered.size >= rememberedHeaders) this.#remembered.clear();
    this.#remembered.set(authorization, caller);
    return caller;
  }

  #resolve(authorization: string): Caller {
    const credential = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (credential === undefined) throw unauthorized('The Authorization header must read: Bearer <key>');
    if (isOperatorToken(credential)) {
      const hash = hashOperatorToken(credential);
      if (this.#state.isOperatorToken(hash)) return { kind: 'operator' };
      this.#refuseUncertain('operator token', hash);
      throw new UnknownCredential('Unknown operator token');
    }
    if (parseKey(credential) === undefined)
      throw unauthorized('Malformed key: copy the whole key, for example lp_sec_…');
    const hash = hashKey(credential);
    const key = this.#state.keyByHash(hash);
    if (key !== undefined) return { kind: 'key', key };
    if (!hasKeyChecksum(credential)) throw unauthorized('The key has a typo');
    const words = 'The key is unknown or revoked';
    if (this.#state.isKeyRevoked(hash)) throw unauthorized(words);
    this.#refuseUncertain('key', hash);
    throw new UnknownCredential(words);
  }

  #refuseUncertain(what: string, hash: string): void {
    const why = this.#whyUncertain(hash);
    if (why !== undefined) throw unavailable(`The ${what} can't be checked: ${why}`, UNCERTAIN_RETRY_SECONDS);
  }
}

/** One that is well formed and that nobody here has heard of: another server may have made it a moment ago. */
export class UnknownCredential extends ApiError {
  constructor(message: string) {
    super('UNAUTHORIZED', message);
  }
}

const unauthorized = (message: string): ApiError => new ApiError('UNAUTHORIZED', message);
