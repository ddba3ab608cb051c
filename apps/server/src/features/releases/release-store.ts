import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Scope } from '../../edge/scope.ts';
import type { NewRegression, Regression } from './regression.ts';

export type ReleasePlatform = 'ios' | 'android' | 'web' | 'backend';
export type ReleaseChannel = 'internal' | 'beta' | 'canary' | 'production';
export type ReleaseStatus =
  | 'created'
  | 'deploying'
  | 'rolling_out'
  | 'active'
  | 'paused'
  | 'rolled_back'
  | 'superseded';

export interface Release {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly version: string;
  readonly platform: ReleasePlatform;
  readonly channel: ReleaseChannel;
  readonly status: ReleaseStatus;
  /** Percent of those who could have it. */
  readonly rolloutPct: number;
  readonly commitSha: string | null;
  readonly commitCount: number | null;
  readonly prNumber: number | null;
  readonly prTitle: string | null;
  readonly branch: string | null;
  /** `seen`: data came before anybody announced it. */
  readonly origin: 'announced' | 'seen';
  /** When the first could have it; null before that. */
  readonly deployedAtMs: number | null;
  /** The latest that was found, and not found to be over. */
  readonly regression: Regression | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What can be said of a release, at once or later. Null clears. */
export interface ReleaseFacts {
  readonly channel?: ReleaseChannel;
  readonly status?: ReleaseStatus;
  readonly rolloutPct?: number;
  readonly commitSha?: string | null;
  readonly commitCount?: number | null;
  readonly prNumber?: number | null;
  readonly prTitle?: string | null;
  readonly branch?: string | null;
  readonly deployedAtMs?: number | null;
}

export interface AnnouncedRelease extends ReleaseFacts {
  readonly version: string;
  readonly platform: ReleasePlatform;
}

export interface SeenRelease {
  readonly version: string;
  readonly platform: ReleasePlatform;
  readonly firstSeenMs: number;
}

export interface ReleaseFilter extends Scope {
  readonly platform?: ReleasePlatform;
  readonly channel?: ReleaseChannel;
  readonly status?: ReleaseStatus;
}

/** Versions that nobody announced; more are ignored, since a broken client can make up any number. */
export const MAX_SEEN_RELEASES = 1_000;

/**
 * The versions of what a project ships.
 *
 * Promises:
 * - a version is one release for a platform of an environment; announcing it again changes what is said and keeps the rest;
 * - a version that was seen and is known already stays as it is;
 * - lists are newest first by deployment (creation for those not deployed yet), and pages neither repeat nor skip;
 * - the release before is the one of the same platform and channel that was deployed before it;
 * - a regression stays until it is said to be over, and is found once: finding it again keeps when it was found first;
 * - a change that changes nothing is none; no version of what environments serve moves.
 */
export interface ReleaseStore {
  announce(
    scope: Scope,
    release: AnnouncedRelease,
    actor: Actor,
  ): Promise<{ readonly release: Release; readonly isNew: boolean }>;
  /** Those that were new. */
  noteSeen(scope: Scope, seen: readonly SeenRelease[], actor: Actor): Promise<readonly Release[]>;
  list(filter: ReleaseFilter, page: PageRequest): Promise<Page<Release>>;
  find(projectId: string, id: string): Promise<Release | undefined>;
  findVersion(scope: Scope, platform: ReleasePlatform, version: string): Promise<Release | undefined>;
  /** Undefined when there is none. */
  update(projectId: string, id: string, facts: ReleaseFacts, actor: Actor): Promise<Release | undefined>;
  /** Undefined for the first. */
  before(projectId: string, id: string): Promise<Release | undefined>;
  /** Deployed in [fromMs, toMs), newest first. */
  deployedBetween(scope: Scope, fromMs: number, toMs: number, limit: number): Promise<readonly Release[]>;
  /** Undefined when the release is not there. */
  noteRegression(projectId: string, regression: NewRegression, actor: Actor): Promise<Regression | undefined>;
  /** Of a release; what was found for changes stays. */
  endRegression(projectId: string, releaseId: string, actor: Actor): Promise<void>;
  /** Found at or after a moment, newest first. */
  regressions(scope: Scope, sinceMs: number, limit: number): Promise<readonly Regression[]>;
}
