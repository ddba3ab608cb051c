import type { Actor } from '../../../control/actor.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import type { Dashboard, Widget } from '../dashboard-store.ts';

export interface Share {
  readonly id: string;
  readonly projectId: string;
  readonly dashboardId: string;
  readonly environmentId: string;
  readonly name: string | null;
  /** Who created it, by name. */
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** To the minute. */
  readonly lastUsedAtMs: number | null;
}

export interface NewShare {
  readonly projectId: string;
  readonly dashboardId: string;
  readonly environmentId: string;
  readonly name: string | null;
  readonly tokenHash: string;
  readonly expiresAtMs: number;
}

/**
 * Links that show one dashboard to anyone who has them.
 *
 * Promises:
 * - a link is found by the hash of its token, until it expires, is revoked, or its dashboard is archived;
 * - it is not told which of these is the case;
 * - neither a token nor its hash is ever returned or logged;
 * - creating and revoking are entries of the change log;
 * - a dashboard has 100 links at most (WrongState 'TOO_MANY_SHARES'); those that expired a month ago do not count;
 * - what the project does not have: undefined or false, and nothing changes.
 */
export interface ShareStore {
  create(share: NewShare, actor: Actor): Promise<Share | undefined>;
  /** Undefined where there is no such dashboard. */
  list(projectId: string, dashboardId: string, page: PageRequest): Promise<Page<Share> | undefined>;
  revoke(projectId: string, dashboardId: string, id: string, actor: Actor): Promise<boolean>;
  open(tokenHash: string, nowMs: number): Promise<{ readonly share: Share; readonly dashboard: Dashboard } | undefined>;
  openWidget(
    tokenHash: string,
    nowMs: number,
    widgetId: string,
  ): Promise<{ readonly share: Share; readonly widget: Widget | undefined } | undefined>;
  noteUse(id: string, atMs: number): Promise<void>;
}
