import type { Attributes } from './device-store.ts';

export interface UserProfile {
  readonly userId: string;
  readonly attributes: Attributes;
  /** Keys of the groups that the user is in, sorted. */
  readonly groups: readonly string[];
  /** Moves whenever the user's attributes (in this environment) or groups change. */
  readonly revision: number;
}

/** Where a user stands among all of the installation. */
export interface UserPlace {
  readonly environmentId: string;
  readonly userId: string;
}

/** What an environment has stored of a user. */
export interface StoredUser extends UserPlace {
  readonly projectId: string;
  readonly attributes: Attributes;
  readonly updatedAtMs: number;
}

/**
 * Promises: a user who was never seen in the environment but is, or was, in a group has a profile without attributes;
 * anybody else unknown is undefined; user ids are compared exactly.
 */
export interface UserStore {
  find(environmentId: string, userId: string): Promise<UserProfile | undefined>;
  /** Those of them who are known. */
  findMany(environmentId: string, userIds: readonly string[]): Promise<readonly UserProfile[]>;
  /** Stored users of all environments behind this one, in their order; at most so many. */
  after(place: UserPlace, limit: number): Promise<readonly StoredUser[]>;
  /** Ids of users whose attribute `email` it is, without regard to case. */
  withEmail(environmentId: string, email: string): Promise<readonly string[]>;
}
