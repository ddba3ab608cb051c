import type { ExpiredFlag } from './expiry-operations.ts';

/** Promises: an expiry is reminded of once, however many ask; a later expiry is a new one. */
export interface ExpiryStore {
  expired(nowMs: number): Promise<readonly ExpiredFlag[]>;
  remind(flag: ExpiredFlag): Promise<boolean>;
}
