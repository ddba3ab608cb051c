import { ApiError, unavailable } from '@lamppost/protocol';
import type { EdgeState } from '../../edge/edge-state.ts';
import { hashKey, hasKeyChecksum, parseKey } from '../../edge/keys/key-format.ts';
import { hashOperatorToken, isOperatorToken } from '../../edge/keys/operator-token.ts';
import type { Caller } from './caller.ts';

/** Headers repeat from request to request; looking one up costs a hundredth of hashing it. */
const rememberedHeaders = 10_000;

/** Turns an Authorization header into a caller. */
export class Authenticator {
  readonly #state: EdgeState;
  readonly #remembered = new Map<string, Caller>();

  readonly #isKeyLost: (hash: string) => boolean;

  /** A key may be lost: given out once, and unknown to the control plane since. Nobody can say that it is wrong. */
  constructor(state: EdgeState, isKeyLost: (hash: string) => boolean = () => false) {
    this.#state = state;
    this.#isKeyLost = isKeyLost;
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
    if (!this.#state.isLoaded) throw unavailable('Keys cannot be checked yet: the server is starting', 1);
    const caller = this.#resolve(authorization);
    if (this.#remembered.size >= rememberedHeaders) this.#remembered.clear();
    this.#remembered.set(authorization, caller);
    return caller;
  }

  #resolve(authorization: string): Caller {
    const credential = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (credential === undefined) throw unauthorized('The Authorization header must read: Bearer <key>');
    if (isOperatorToken(credential)) {
      if (this.#state.isOperatorToken(hashOperatorToken(credential))) return { kind: 'operator' };
      throw unauthorized('The operator token is not known');
    }
    if (parseKey(credential) === undefined) throw unauthorized('The key does not have the shape of a key');
    const hash = hashKey(credential);
    const key = this.#state.keyByHash(hash);
    if (key === undefined && !this.#state.isKeyRevoked(hash) && this.#isKeyLost(hash)) {
      throw unavailable('The key cannot be checked: the control plane has lost changes, see /readyz', 60);
    }
    if (key === undefined) {
      throw unauthorized(
        hasKeyChecksum(credential) ? 'The key is not known or has been revoked' : 'The key is mistyped',
      );
    }
    return { kind: 'key', key };
  }
}

const unauthorized = (message: string): ApiError => new ApiError('UNAUTHORIZED', message);
