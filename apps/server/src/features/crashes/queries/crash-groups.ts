import type { PageRequest } from '../../../analytics/json-page.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { HealthDimension, SessionCounts } from './session-health.ts';

/** Which groups are meant, by the fingerprints that stand for them. */
export interface CrashSelection {
  /** Fingerprints that count as another, with that other. */
  readonly aliases: readonly (readonly [fingerprint: string, standsFor: string])[];
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

const crashGroupSorts = ['last_seen', 'first_seen', 'reports', 'users'] as const;
type CrashGroupSort = (typeof crashGroupSorts)[number];

/** Which groups have reports in the range, and how many? */
export interface CrashGroupsParams {
  readonly scope: Scope;
  readonly selection: CrashSelection;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly platform?: string;
  readonly appVersion?: string;
  /** Only groups whose first report of all happened since. */
  readonly firstSeenSinceMs?: number;
  readonly sort: CrashGroupSort;
  /** The cursor is the fingerprint that stands for the last group of the page before. */
  readonly page: PageRequest;
  readonly nowMs: number;
}

export interface CrashGroupCounts {
  /** The fingerprint that stands for the group. */
  readonly fingerprint: string;
  /** Of the range. */
  readonly reports: number;
  readonly sessions: number;
  readonly devices: number;
  /** Users, and devices of reports that name no user. */
  readonly users: number;
  /** Of all time. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly versions: readonly { readonly version: string; readonly reports: number }[];
  /** Reports of the range in SPARKLINE_BUCKETS equal parts. */
  readonly sparkline: readonly number[];
  /** Reports of the last hour, and of each of the HOURS_BEFORE before it. */
  readonly lastHour: number;
  readonly hoursBefore: readonly number[];
}

export const SPARKLINE_BUCKETS = 48;
export const HOURS_BEFORE = 168;

export interface CrashGroupsPage {
  readonly rows: readonly CrashGroupCounts[];
  readonly nextCursor: string | null;
}

/** Reports of a group, newest first. */
export interface CrashReportsParams {
  readonly scope: Scope;
  readonly fingerprints: readonly string[];
  readonly page: PageRequest;
}

export interface CrashReportParams {
  readonly scope: Scope;
  readonly crashId: string;
}

export interface StoredCrashReport {
  /** Names the row; cursors are made of it. */
  readonly id: string;
  readonly crashId: string;
  /** Null: not grouped yet. */
  readonly fingerprint: string | null;
  readonly happenedAtMs: number;
  readonly receivedAtMs: number;
  /** As it was stored. */
  readonly reportJson: string;
}

/** May hold fewer than the limit although there are more: reports can have megabytes. */
export interface CrashReportsPage {
  readonly rows: readonly StoredCrashReport[];
  readonly nextCursor: string | null;
}

/** Reports that are not grouped by this rule, or not with these symbols, newest first. */
export interface UngroupedCrashesParams {
  readonly scope: Scope;
  readonly rule: number;
  readonly symbols: number;
  /** Symbols change nothing for what was received before. */
  readonly symbolsSinceMs: number;
  /** Received before; what comes later is on its way. */
  readonly beforeMs: number;
  readonly page: PageRequest;
}

/** How a group's sessions are spread, and how all sessions are? */
export interface CrashSharesParams {
  readonly scope: Scope;
  readonly fingerprints: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly dimensions: readonly HealthDimension[];
  /** Of each dimension. */
  readonly limit: number;
}

export interface CrashShare {
  readonly dimension: HealthDimension;
  readonly key: string | null;
  readonly value: string | null;
  readonly sessions: number;
  /** Those in which a report of the group was sent. */
  readonly crashedSessions: number;
  readonly keySessions: number;
  readonly keyCrashedSessions: number;
}

export interface CrashSharesResult {
  readonly totals: SessionCounts;
  /** Of each dimension the values of most crashed sessions first. */
  readonly rows: readonly CrashShare[];
}

export const crashGroupsQuery = defineQuery<CrashGroupsParams, CrashGroupsPage>('crashGroups', 'wide');
export const crashReportsQuery = defineQuery<CrashReportsParams, CrashReportsPage>('crashReports');
export const crashReportQuery = defineQuery<CrashReportParams, StoredCrashReport | null>('crashReport');
export const ungroupedCrashesQuery = defineQuery<UngroupedCrashesParams, CrashReportsPage>('ungroupedCrashes');
export const crashSharesQuery = defineQuery<CrashSharesParams, CrashSharesResult>('crashShares', 'wide');
