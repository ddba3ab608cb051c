import { compareVersions } from '@lamppost/evaluator';
import type { CrashGroup, CrashSighting } from './crash-group-store.ts';

export type CrashGroupStanding = Pick<
  CrashGroup,
  'status' | 'resolvedInVersion' | 'resolvedAtMs' | 'regressedAtMs' | 'regressedInVersion' | 'regressions'
>;

export interface Decision {
  readonly status: CrashGroup['status'];
  /** For `resolved`: null when no version is known. */
  readonly resolvedInVersion?: string | null;
}

/** What a group becomes when people decide something. A decision ends what was said of it before. */
export function decided(
  group: CrashGroupStanding,
  { status, resolvedInVersion }: Decision,
  atMs: number,
): CrashGroupStanding {
  const isResolved = status === 'resolved';
  return {
    status,
    resolvedInVersion: isResolved ? (resolvedInVersion ?? null) : null,
    resolvedAtMs: isResolved ? atMs : null,
    regressedAtMs: null,
    regressedInVersion: null,
    regressions: group.regressions,
  };
}

/**
 * What a group becomes because of a report; undefined when nothing. Resolved in a version: a report of a later one,
 * received since, brings it back. Resolved without a version: any that happened since. Versions without an order bring
 * nothing back.
 */
export function seenAgain(
  group: CrashGroupStanding,
  { appVersion, happenedAtMs, receivedAtMs }: Pick<CrashSighting, 'appVersion' | 'happenedAtMs' | 'receivedAtMs'>,
  atMs: number,
): CrashGroupStanding | undefined {
  const { status, resolvedInVersion, resolvedAtMs } = group;
  if (status !== 'resolved' || resolvedAtMs === null || receivedAtMs < resolvedAtMs) return undefined;
  const isBack =
    resolvedInVersion === null
      ? happenedAtMs > resolvedAtMs
      : appVersion !== null && (compareVersions(appVersion, resolvedInVersion) ?? 0) > 0;
  if (!isBack) return undefined;
  return {
    status: 'open',
    resolvedInVersion,
    resolvedAtMs: null,
    regressedAtMs: atMs,
    regressedInVersion: appVersion,
    regressions: group.regressions + 1,
  };
}
