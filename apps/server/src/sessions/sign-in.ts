import { ApiError } from '@lamppost/protocol';
import type { Account, MemberStore } from '../control/members/member-store.ts';
import { LockOut } from './lock-out.ts';
import type { Passwords } from './passwords.ts';

const freeTries = { account: 5, address: 20 } as const;

export interface SignInParts {
  readonly members: Pick<MemberStore, 'findAccount'>;
  readonly passwords: Passwords;
  readonly nowMs: () => number;
}

/** Whether somebody is who they say. Guessing gets slower with every try, by account and by address. */
export class SignIn {
  readonly #parts: SignInParts;
  readonly #accounts = new LockOut(freeTries.account);
  readonly #addresses = new LockOut(freeTries.address);
  #nobodysHash: string | undefined;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * The account with this email and password. Throws UNAUTHORIZED, after the same time and with the same words whether
   * or not there is such an email, and RATE_LIMIT_EXCEEDED without looking at the password.
   */
  async check(email: string, password: string, address: string): Promise<Account> {
    const { members } = this.#parts;
    const account = email.toLowerCase();
    this.#count(account, address);
    try {
      const known = await members.findAccount(email);
      const isRight = await this.#isRight(known, password);
      if (known !== undefined && isRight) {
        this.#accounts.forgive(account);
        this.#addresses.takeBack(address);
        return known;
      }
    } catch (error) {
      // Nothing was learned from this try.
      this.#accounts.takeBack(account);
      this.#addresses.takeBack(address);
      throw error;
    }
    this.#accounts.confirm(account, this.#parts.nowMs());
    this.#addresses.confirm(address, this.#parts.nowMs());
    throw new ApiError('UNAUTHORIZED', 'The email or the password is wrong');
  }

  #count(account: string, address: string): void {
    const now = this.#parts.nowMs();
    const waitMs = Math.max(this.#accounts.waitMs(account, now), this.#addresses.waitMs(address, now));
    if (waitMs > 0) {
      throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many wrong passwords; try again later', {
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      });
    }
    this.#accounts.count(account, now);
    this.#addresses.count(address, now);
  }

  async #isRight(account: Account | undefined, password: string): Promise<boolean> {
    const { passwords } = this.#parts;
    // Made also for those who exist: the first who does not must not be told by the wait.
    this.#nobodysHash ??= await passwords.hash('nobody has this password');
    return await passwords.verify(password, account?.passwordHash ?? this.#nobodysHash);
  }
}
