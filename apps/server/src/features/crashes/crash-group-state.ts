import type { MemberName } from '../../control/member-name-statements.ts';
import type { CrashGroup } from './crash-group-store.ts';

/** A group as the wire and the change log show it, without what is counted. */
export type CrashGroupState = {
  readonly id: string;
  readonly title: string;
  readonly culprit: string | null;
  readonly exception_type: string | null;
  readonly reason: { readonly kind: string; readonly used: readonly string[]; readonly rule: number };
  readonly status: CrashGroup['status'];
  readonly resolved_in_version: string | null;
  readonly resolved_at: string | null;
  readonly is_regression: boolean;
  readonly regressed_at: string | null;
  readonly regressed_in_version: string | null;
  readonly regressions: number;
  readonly assignee: MemberName | null;
  readonly fingerprints: readonly string[];
  readonly created_at: string;
};

export const crashGroupState = (group: CrashGroup): CrashGroupState => ({
  id: group.id,
  title: group.title,
  culprit: group.culprit,
  exception_type: group.exceptionType,
  reason: { ...group.reason, rule: group.rule },
  status: group.status,
  resolved_in_version: group.resolvedInVersion,
  resolved_at: isoOrNull(group.resolvedAtMs),
  is_regression: group.status === 'open' && group.regressedAtMs !== null,
  regressed_at: isoOrNull(group.regressedAtMs),
  regressed_in_version: group.regressedInVersion,
  regressions: group.regressions,
  assignee: group.assignee,
  fingerprints: group.fingerprints,
  created_at: new Date(group.createdAtMs).toISOString(),
});

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
