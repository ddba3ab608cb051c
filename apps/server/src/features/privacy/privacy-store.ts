import type { Actor } from '../../control/actor.ts';
import type { Scope } from '../../edge/scope.ts';

/** Replaces the id of an erased user wherever an entry has to stay. */
export const ERASED_MARK = '(erased)';

/** Ids by which the control plane knows a user or a device. */
export interface KnownIds {
  readonly deviceIds: readonly string[];
  readonly anonymousIds: readonly string[];
}

/** What an erasure took away, by what it was. */
export interface ControlErasure {
  readonly deviceIds: readonly string[];
  /** Groups that the user was in. */
  readonly groupKeys: readonly string[];
  readonly counts: {
    readonly users: number;
    readonly devices: number;
    readonly links: number;
    readonly groupMembers: number;
    /** Entries of the change log in which the id was replaced. */
    readonly changes: number;
    /** Rules of flags that name the user's id: configuration, left as it is. */
    readonly rulesNamingTheUser: number;
    /** Experiments that name the user as a tester: configuration too. */
    readonly experimentsNamingTheUser: number;
  };
}

/**
 * Takes away what the control plane knows of somebody.
 *
 * Promises:
 * - an erasure is made whole or not at all, and a second one finds nothing;
 * - group memberships belong to the project: they go with the last environment that knows the user;
 * - entries of the change log stay, with ERASED_MARK in place of the id;
 * - anyone who comes again under an erased id is new, and no revision that was given before is given again;
 * - after `scrub` answered true, no file of the control plane holds the bytes of what was erased before.
 */
export interface PrivacyStore {
  /** Undefined for a user of whom the environment, and the project's groups, know nothing. */
  idsOfUser(scope: Scope, userId: string): Promise<KnownIds | undefined>;
  /** Undefined for a device that the environment does not know. */
  idsOfDevice(environmentId: string, deviceId: string): Promise<KnownIds | undefined>;
  eraseUser(scope: Scope, userId: string, actor: Actor): Promise<ControlErasure>;
  /** Its user stays. */
  eraseDevice(scope: Scope, deviceId: string): Promise<ControlErasure>;
  /** Forgets at most `limit` devices that were last seen before the moment; answers which. */
  forgetUnseen(environmentId: string, beforeMs: number, limit: number): Promise<readonly string[]>;
  /** Groups of crashes keep their type and place, and lose what reports said; answers how many groups there were. */
  redactCrashGroups(scope: Scope, fingerprints: readonly string[]): Promise<number>;
  /** False when somebody still reads older pages: ask again later. */
  scrub(): Promise<boolean>;
}
