/** Who does a job, as it was when it was looked at. */
export interface SeenLease {
  /** Null: it was given back. */
  readonly holder: string | null;
  /** Moves with every holder. */
  readonly token: number;
  /** Moves for as long as its holder lives. */
  readonly renewals: number;
}

/** Proof of holding a lease: as long as nobody else has taken it, the token is the one that is stored. */
export interface Fence {
  readonly name: string;
  readonly token: number;
}

/**
 * Leases that depend on no clock: a contender watches whether the lease is still renewed.
 *
 * Promises:
 * - of several who take a lease as they saw it, one gets it;
 * - a token is given out once, and each is larger than those before;
 * - nobody but the holder of the last token can renew or give back.
 */
export interface LeaseStore {
  find(name: string): Promise<SeenLease | undefined>;
  /** The new token, unless the lease is not as it was seen. `seen` is undefined for one that never was. */
  take(name: string, holder: string, seen: SeenLease | undefined): Promise<number | undefined>;
  renew(fence: Fence): Promise<boolean>;
  giveBack(fence: Fence): Promise<boolean>;
}
