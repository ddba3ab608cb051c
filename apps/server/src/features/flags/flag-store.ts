import type { Actor } from '../../control/actor.ts';
import type { Change } from '../../control/change.ts';
import type { MemberName } from '../../control/member-name-statements.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Condition, Rollout, Rule, ValueType } from '../../edge/targeting-rules.ts';

export type FlagKind = 'release' | 'experiment' | 'operational' | 'permission';
export type FlagStatus = 'active' | 'archived' | 'deprecated';
/** `expired`: past its expiry. `unseen`: nobody asked for it for long. `settled`: everybody has been given the same for long. */
export type StaleReason = 'expired' | 'unseen' | 'settled';

/** A flag that must have a value for a user; otherwise the one that needs it is its default. */
export interface Prerequisite {
  /** Its key. */
  readonly flag: string;
  readonly value: unknown;
}

export interface Flag {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly valueType: ValueType;
  readonly defaultValue: unknown;
  readonly platforms: readonly string[];
  readonly tags: readonly string[];
  readonly kind: FlagKind;
  readonly status: FlagStatus;
  /** Who looks after it. */
  readonly owner: MemberName | null;
  readonly prerequisites: readonly Prerequisite[];
  /** A day, YYYY-MM-DD in the time zone of the project: it is to be removed once that is over. Changes nothing served. */
  readonly expiresOn: string | null;
  readonly stale: StaleReason | null;
  /** The latest in any environment. */
  readonly lastSeenAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewFlag {
  readonly projectId: string;
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
  /** Absent: boolean. */
  readonly valueType?: ValueType;
  /** Absent: false, "", 0 or {}. */
  readonly defaultValue?: unknown;
  readonly platforms: readonly string[];
  readonly tags?: readonly string[];
  /** Absent: release. */
  readonly kind?: FlagKind;
  /** Id or email of a member of the project; null or absent: nobody. */
  readonly owner?: string | null;
  readonly prerequisites?: readonly Prerequisite[];
  readonly expiresOn?: string | null;
}

/** Absent: kept. `key` and `valueType` may only be sent as they are. */
export interface FlagPatch {
  readonly key?: string;
  readonly valueType?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly platforms?: readonly string[];
  readonly tags?: readonly string[];
  readonly status?: FlagStatus;
  readonly kind?: FlagKind;
  readonly defaultValue?: unknown;
  /** Id or email of a member of the project; null: nobody. */
  readonly owner?: string | null;
  readonly prerequisites?: readonly Prerequisite[];
  readonly expiresOn?: string | null;
}

export interface FlagFilter {
  readonly projectId: string;
  readonly status?: FlagStatus;
  readonly platform?: string;
  readonly tag?: string;
  readonly kind?: FlagKind;
  /** Part of the key or the name, without regard to case. */
  readonly search?: string;
  /** Id or email of a member; null: nobody's. */
  readonly owner?: string | null;
  /** Only flags that expire on this day or before it. */
  readonly expiresBy?: string;
}

/** A rule as it is sent: without an id it gets one, without a percentage 100, and it is enabled unless it says no. */
export interface NewRule {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly conditions: readonly Condition[];
  readonly value: unknown;
  readonly percentage?: number;
  readonly enabled?: boolean;
}

export interface Kill {
  readonly value: unknown;
  readonly reason: string;
  readonly atMs: number;
}

export interface Targeting {
  readonly flagId: string;
  readonly environmentId: string;
  readonly rules: readonly Rule[];
  readonly rollout: Rollout | null;
  readonly kill: Kill | null;
  /** Since when the rollout has had its percentage; null without a rollout. */
  readonly rolloutSinceMs: number | null;
}

/** One flag in one environment. */
export interface TargetingScope {
  readonly projectId: string;
  /** Id or key. */
  readonly flag: string;
  /** Id or slug. */
  readonly environment: string;
}

export interface FlagSighting {
  readonly flagId: string;
  readonly environmentId: string;
  readonly seenAtMs: number;
}

/**
 * Flags and, per environment, their targeting.
 *
 * Promises:
 * - a key is unique in its project, archived flags included (Taken 'FLAG_KEY_EXISTS'); key and value type never change;
 * - every value is of the flag's type and at most 64 KiB as JSON; otherwise Unacceptable names the field;
 * - a flag or an environment that the project does not have: undefined, and nothing changes;
 * - a flag has one rollout id per environment, kept through every rollout, kill, restore and copy;
 * - rules keep the ids they are sent with; they are replaced whole; at most 100 per flag and environment;
 * - a kill leaves rules and rollout as they are, so a restore gives back what was there before;
 * - what changes a flag moves the version of all environments of its project, what changes targeting that of its own,
 *   another owner or expiry none; what changes nothing moves nothing and is not logged;
 * - prerequisites are flags of the project, not archived, without cycles and at most five in a row (Unacceptable names
 *   the path); a flag that others need is not archived (WrongState 'FLAG_IS_PREREQUISITE' names them);
 * - only members of the project own flags (Unacceptable); a flag of somebody who leaves it is nobody's;
 * - a comment is logged with the change that it is about.
 */
export interface FlagStore {
  create(flag: NewFlag, actor: Actor): Promise<Flag>;
  list(filter: FlagFilter, page: PageRequest): Promise<Page<Flag>>;
  find(projectId: string, idOrKey: string): Promise<Flag | undefined>;
  update(
    projectId: string,
    idOrKey: string,
    patch: FlagPatch,
    actor: Actor,
    comment?: string,
  ): Promise<Flag | undefined>;
  targeting(scope: TargetingScope): Promise<Targeting | undefined>;
  replaceRules(
    scope: TargetingScope,
    rules: readonly NewRule[],
    actor: Actor,
    comment?: string,
  ): Promise<Targeting | undefined>;
  setRollout(
    scope: TargetingScope,
    rollout: { readonly percentage: number; readonly value: unknown },
    actor: Actor,
    comment?: string,
  ): Promise<Targeting | undefined>;
  /** Both in one change; what is left out is kept. */
  setTargeting(
    scope: TargetingScope,
    targeting: {
      readonly rules?: readonly NewRule[];
      readonly rollout?: { readonly percentage: number; readonly value: unknown };
    },
    actor: Actor,
    comment?: string,
  ): Promise<Targeting | undefined>;
  /** Without a value: the flag's default. */
  kill(
    scope: TargetingScope,
    kill: { readonly value?: unknown; readonly reason: string },
    actor: Actor,
  ): Promise<Targeting | undefined>;
  restore(scope: TargetingScope, actor: Actor, comment?: string): Promise<Targeting | undefined>;
  /**
   * Rules (with their ids, so that buckets agree) and rollout (under the target's own id) replace those of `to`.
   * A kill is neither copied nor lifted. Undefined for an unknown flag; an unknown environment is Unacceptable,
   * reason 'INVALID_ENVIRONMENT'. Answers the targeting of `to`.
   */
  copyTargeting(
    copy: { readonly projectId: string; readonly flag: string; readonly from: string; readonly to: string },
    actor: Actor,
    comment?: string,
  ): Promise<Targeting | undefined>;
  /** Changes of the flag and of its targeting. */
  history(projectId: string, idOrKey: string, page: PageRequest): Promise<Page<Change> | undefined>;
  /** Unknown flags are passed over; no change is logged and no version moves. */
  noteSightings(sightings: readonly FlagSighting[]): Promise<void>;
}
