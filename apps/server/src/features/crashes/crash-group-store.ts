import type { Actor } from '../../control/actor.ts';
import type { Grantor } from '../../control/grantor.ts';
import type { MemberName } from '../../control/member-name-statements.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Scope } from '../../edge/scope.ts';
import type { CrashComment } from './triage/crash-comment.ts';

const crashGroupStatuses = ['open', 'resolved', 'ignored'] as const;
export type CrashGroupStatus = (typeof crashGroupStatuses)[number];

/** What people are shown of a group or a fingerprint, as the report that made it says it. */
export interface CrashDescription {
  readonly title: string;
  readonly culprit: string | null;
  readonly exceptionType: string | null;
  /** On what the decision rests that these reports belong together. */
  readonly reason: { readonly kind: string; readonly used: readonly string[] };
  /** Number of the rule that decided. */
  readonly rule: number;
}

export interface CrashGroup extends CrashDescription {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  /** The one of its fingerprints that stands for all of them where reports are counted. */
  readonly fingerprint: string;
  readonly fingerprints: readonly string[];
  readonly status: CrashGroupStatus;
  readonly resolvedInVersion: string | null;
  readonly resolvedAtMs: number | null;
  /** When it came back after it had been resolved; null when it has not, or has been resolved again. */
  readonly regressedAtMs: number | null;
  readonly regressedInVersion: string | null;
  /** How often it has come back. */
  readonly regressions: number;
  /** Who looks after it. */
  readonly assignee: MemberName | null;
  readonly createdAtMs: number;
}

/** One of the fingerprints of a group, with what its own reports say. */
export interface CrashFingerprint extends CrashDescription {
  readonly fingerprint: string;
}

/** Reports that were just grouped: of one fingerprint and one version. */
export interface CrashSighting {
  readonly fingerprint: string;
  /** Under which these reports were grouped before; null when they are new. */
  readonly former: string | null;
  readonly description: CrashDescription;
  readonly appVersion: string | null;
  /** Of the latest of them. */
  readonly happenedAtMs: number;
  readonly receivedAtMs: number;
  /** When the report was received that the description is from. */
  readonly describedAtMs: number;
}

/** Which groups a list shows, in words that a store of reports understands. */
export interface CrashGroupSelection {
  /** Fingerprints that count as another, with that other. */
  readonly aliases: readonly (readonly [fingerprint: string, standsFor: string])[];
  /** Only groups with one of these fingerprints. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

/** Absent: any. */
export interface CrashGroupFilter {
  readonly status?: CrashGroupStatus;
  /** Open again after it had been resolved, or not. */
  readonly isRegression?: boolean;
  readonly createdSinceMs?: number;
  /** Id or email of a member; null: nobody's. */
  readonly assignee?: string | null;
  /** Part of the title, the culprit or the type. */
  readonly search?: string;
}

/** Absent: kept. */
export interface CrashGroupPatch {
  readonly status?: CrashGroupStatus;
  /** For `resolved`: null when no version is known. */
  readonly resolvedInVersion?: string | null;
  /** Id or email of a member of the project; null: nobody. */
  readonly assignee?: string | null;
}

/** Fingerprints an environment can have; reports of more share one group, so that nobody can fill the disk with groups. */
export const MAX_FINGERPRINTS = 100_000;
export const overflowFingerprint = '00000000-0000-8000-8000-000000000000';
/** Groups that a search finds at most, the newest first. */
export const MAX_FOUND_GROUPS = 5_000;
export const MAX_MERGED_GROUPS = 100;

/**
 * Which crashes are one bug, and what people think of it.
 *
 * Every adapter keeps these promises; crash-group-store.contract.ts checks them:
 * - every fingerprint that was noted belongs to exactly one group, whatever is merged, split or noted again;
 * - reports that move to a new fingerprint keep their group, as far as one fingerprint succeeds one other;
 * - a group is described by the fingerprint that stands for it, or by the last that succeeded it there; so a merge or a
 *   split leaves no description of what is not in the group;
 * - a resolved group opens again, as a regression, when a report of a later version comes in, and never for one of the
 *   same or an earlier version; an ignored one stays ignored;
 * - an id that was merged away leads to the group that it was merged into;
 * - only members of the project are assignees; a group of somebody who leaves it is nobody's;
 * - comments of merged groups are read together, and a split gives a group its own back;
 * - what people change, and every regression, is in the change log; the text of a comment never is.
 */
export interface CrashGroupStore {
  /** Answers for each sighting the fingerprint that its reports count under: its own, or the shared one. */
  note(scope: Scope, sightings: readonly CrashSighting[]): Promise<readonly string[]>;
  find(environmentId: string, id: string): Promise<CrashGroup | undefined>;
  /** Of the group, or of the one that it was merged into; none of no group. */
  fingerprintsOf(environmentId: string, id: string): Promise<readonly CrashFingerprint[]>;
  /** The groups of these fingerprints, in no order, each once. */
  ofFingerprints(environmentId: string, fingerprints: readonly string[]): Promise<readonly CrashGroup[]>;
  /** Fingerprints whose description is from a report that was received before this, the earliest first. */
  describedBefore(environmentId: string, beforeMs: number, limit: number): Promise<readonly string[]>;
  /** In the words of another report; without one nothing but the type stays, and the change log forgets the words too. */
  describe(
    scope: Scope,
    fingerprint: string,
    description: CrashDescription | null,
    describedAtMs: number,
  ): Promise<void>;
  select(environmentId: string, filter: CrashGroupFilter): Promise<CrashGroupSelection>;
  /** Unacceptable for an assignee who is no member of the project. */
  update(environmentId: string, id: string, patch: CrashGroupPatch, actor: Actor): Promise<CrashGroup | undefined>;
  /** Unacceptable for an id that is no group of the environment. */
  merge(environmentId: string, id: string, others: readonly string[], actor: Actor): Promise<CrashGroup | undefined>;
  /** The group of the fingerprint alone. Unacceptable when it is not one of the group's, or the only one. */
  split(environmentId: string, id: string, fingerprint: string, actor: Actor): Promise<CrashGroup | undefined>;
  /** Newest first. */
  comments(environmentId: string, id: string, page: PageRequest): Promise<Page<CrashComment> | undefined>;
  /** Unacceptable when the group has MAX_COMMENTS_OF_GROUP. */
  comment(environmentId: string, id: string, text: string, author: Actor): Promise<CrashComment | undefined>;
  /** NotPermitted to whoever is neither the author nor an admin. */
  deleteComment(environmentId: string, id: string, commentId: string, by: Grantor): Promise<boolean>;
  /** All of the group; answers how many there were. */
  removeComments(environmentId: string, id: string): Promise<number>;
}
