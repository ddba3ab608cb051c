import { ApiError } from '@lamppost/protocol';
import type { Account } from '../../edge/sessions/member.ts';
import { readBrowserToken } from './known-browser.ts';
import { LockOut } from './lock-out.ts';
import type { MemberStore } from './member-store.ts';
import type { Passwords } from './passwords.ts';

/** Wrong tries before the first wait. All strangers together have more, so that few of them cannot lock out the owner. */
const freeTries = { browser: 5, addressAndAccount: 5, address: 20, account: 50 } as const;

export interface SignInDeps {
  readonly members: Pick<MemberStore, 'findAccount'>;
  readonly passwords: Passwords;
  readonly nowMs: () => number;
}

/** Where a try comes from. */
export interface Visitor {
  readonly address: string;
  /** What the browser was given when it signed in to this account before. */
  readonly browserToken: (memberId: string) => string | undefined;
}

interface Counter {
  readonly lockOut: LockOut;
  readonly name: string;
  /** A right password forgives what was counted there; elsewhere it takes back its own try. */
  readonly isOwn: boolean;
}

/**
 * Whether somebody is who they say. Guessing gets slower with every try. A browser that signed in before has a counter of
 * its own; everybody else is counted by address and account, by address, and by account.
 */
export class SignIn {
  readonly #deps: SignInDeps;
  readonly #browsers = new LockOut(freeTries.browser);
  readonly #addressesAndAccounts = new LockOut(freeTries.addressAndAccount);
  readonly #addresses = new LockOut(freeTries.address);
  readonly #accounts = new LockOut(freeTries.account);
  #nobodysHash: string | undefined;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * The account with this email and password. Throws UNAUTHORIZED, after the same time and with the same words whether
   * or not there is such an email, and RATE_LIMIT_EXCEEDED without looking at the password.
   */
  async check(email: string, password: string, visitor: Visitor): Promise<Account> {
    const known = await this.#deps.members.findAccount(email);
    const counters = this.#countersOf(email.toLowerCase(), known, visitor);
    this.#count(counters);
    let isRight: boolean;
    try {
      isRight = await this.#isRight(known, password);
    } catch (error) {
      // Nothing was learned from this try.
      for (const { lockOut, name } of counters) lockOut.takeBack(name);
      throw error;
    }
    if (known === undefined || !isRight) {
      for (const { lockOut, name } of counters) lockOut.confirm(name, this.#deps.nowMs());
      throw new ApiError('UNAUTHORIZED', 'Wrong email or password');
    }
    for (const { lockOut, name, isOwn } of counters) {
      if (isOwn) lockOut.forgive(name);
      else lockOut.takeBack(name);
    }
    return known;
  }

  #countersOf(account: string, known: Account | undefined, { address, browserToken }: Visitor): readonly Counter[] {
    const token = known === undefined ? undefined : browserToken(known.member.id);
    const browserId = known === undefined || token === undefined ? undefined : readBrowserToken(token, known);
    if (browserId !== undefined) return [{ lockOut: this.#browsers, name: browserId, isOwn: true }];
    return [
      { lockOut: this.#addressesAndAccounts, name: `${address} ${account}`, isOwn: true },
      { lockOut: this.#addresses, name: address, isOwn: false },
      { lockOut: this.#accounts, name: account, isOwn: false },
    ];
  }

  #count(counters: readonly Counter[]): void {
    const now = this.#deps.nowMs();
    const waitMs = Math.max(...counters.map(({ lockOut, name }) => lockOut.waitMs(name, now)));
    if (waitMs > 0) {
      throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many wrong passwords; try again later', {
        retryAfterSeconds: Math.ceil(waitMs / 1_000),
      });
    }
    for (const { lockOut, name } of counters) lockOut.count(name, now);
  }

  async #isRight(account: Account | undefined, password: string): Promise<boolean> {
    const { passwords } = this.#deps;
    // Made also for those who exist: the first who does not must not be told by the wait.
    this.#nobodysHash ??= await passwords.hash('nobody has this password');
    return await passwords.verify(password, account?.passwordHash ?? this.#nobodysHash);
  }
}
