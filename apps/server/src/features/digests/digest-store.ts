import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { DigestPeriod, DigestSchedule } from './digest-schedule.ts';

export type DigestStatus = 'active' | 'paused';
/** `user`: a member paused it. */
export type PauseReason = 'user' | 'dashboard_deleted' | 'targets_deleted';
export type RunOrigin = 'schedule' | 'manual';
export type RunState = 'pending' | 'sent' | 'skipped' | 'failed';
type DeliveryState = 'pending' | 'delivered' | 'failed';

export interface Digest extends DigestSchedule {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  /** Of the project, or a template. */
  readonly dashboardId: string;
  readonly name: string;
  /** Ids of webhook endpoints. */
  readonly targets: readonly string[];
  readonly status: DigestStatus;
  readonly pauseReason: PauseReason | null;
  /** Null while it is paused. */
  readonly nextAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface DigestTarget {
  readonly id: string;
  readonly name: string;
  readonly kind: 'webhook' | 'slack' | 'discord' | 'teams' | 'email';
  readonly status: 'active' | 'paused' | 'disabled';
}

export interface DigestRun extends DigestPeriod {
  readonly id: string;
  readonly digestId: string;
  readonly origin: RunOrigin;
  readonly dueAtMs: number;
  readonly state: RunState;
  /** Attempts to make it that failed. */
  readonly attempts: number;
  /** Why it was skipped, or why the last attempt failed. */
  readonly reason: string | null;
  /** Where it was queued. */
  readonly deliveries: readonly { readonly endpointId: string; readonly deliveryId: string }[];
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
}

/** `state` is null for what the log of the endpoint no longer has. */
export interface ListedRun extends Omit<DigestRun, 'deliveries'> {
  readonly deliveries: readonly (DigestRun['deliveries'][number] & { readonly state: DeliveryState | null })[];
}

export interface ListedDigest extends Digest {
  readonly targetRows: readonly DigestTarget[];
  /** The newest first. */
  readonly runs: readonly ListedRun[];
}

export interface NewDigest extends DigestSchedule {
  readonly environmentId: string;
  readonly dashboardId: string;
  readonly name: string;
  readonly targets: readonly string[];
}

/** Absent: kept. */
export interface DigestPatch {
  readonly name?: string;
  readonly dashboardId?: string;
  readonly schedule?: DigestSchedule;
  readonly targets?: readonly string[];
  readonly isEnabled?: boolean;
}

interface DigestPicture {
  readonly id: string;
  readonly tokenHash: string;
  /** Base64. */
  readonly png: string;
}

/** What a run has made. */
export interface MadeDigest {
  readonly messageId: string;
  /** As endpoints of the kind `webhook` get it. */
  readonly payload: string;
  readonly pictures: readonly DigestPicture[];
  readonly picturesExpireAtMs: number;
}

/**
 * Digests of dashboards, their runs and the pictures in them.
 *
 * Promises:
 * - a project has 20 digests at most (WrongState 'TOO_MANY_DIGESTS');
 * - targets are endpoints of the project that are told of its environment, 10 at most (Unacceptable names the field);
 * - a period has one run of the schedule: who claims it first makes it, and it stays pending until it is complete;
 * - what is more than 12 hours late is skipped, with a run that says so;
 * - a run is completed together with the deliveries that it queues and its pictures, once;
 * - a digest whose dashboard, or last target, is deleted is paused in the same transaction, and says why;
 * - what the project does not have: undefined or false, and nothing changes.
 */
export interface DigestStore {
  create(projectId: string, digest: NewDigest, actor: Actor): Promise<ListedDigest>;
  list(projectId: string, page: PageRequest): Promise<Page<ListedDigest>>;
  find(projectId: string, id: string): Promise<ListedDigest | undefined>;
  update(projectId: string, id: string, patch: DigestPatch, actor: Actor): Promise<ListedDigest | undefined>;
  remove(projectId: string, id: string, actor: Actor): Promise<boolean>;
  /** A run of the last complete period, now. WrongState 'DIGEST_PAUSED' where there is nothing to send, or nobody. */
  requestRun(projectId: string, id: string, nowMs: number): Promise<DigestRun | undefined>;
  /** Of all projects, those whose time has come. */
  due(nowMs: number): Promise<readonly Digest[]>;
  /** Makes the run of a time that has come, or skips it. False when somebody else was first. */
  claim(id: string, dueAtMs: number, nowMs: number): Promise<boolean>;
  pendingRuns(nowMs: number): Promise<readonly { readonly run: DigestRun; readonly digest: Digest }[]>;
  complete(runId: string, made: MadeDigest, nowMs: number): Promise<void>;
  /** The run is tried again, or given up when it is 12 hours late, or when `isFinal`. */
  failAttempt(
    runId: string,
    failure: { readonly reason: string; readonly isFinal?: boolean },
    nowMs: number,
  ): Promise<void>;
  /** Base64, by id. */
  pictures(ids: readonly string[]): Promise<readonly { readonly id: string; readonly png: string }[]>;
  pictureOf(tokenHash: string, nowMs: number): Promise<string | undefined>;
  /** Removes old runs, and pictures that have expired. */
  sweep(nowMs: number): Promise<void>;
}
