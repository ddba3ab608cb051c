import type { ApiProblem } from '../../../api/api-problem.ts';
import { rulesetCall } from '../../../api/ruleset-call.ts';
import { useApi, useApiList } from '../../../api/use-api.ts';
import type { RangeBounds } from '../../../navigation/use-bounds.ts';
import { alertItems } from './alert-items.ts';
import { experimentItems, killedItems } from './experiment-items.ts';
import { flagItems } from './flag-items.ts';
import { ledgerBounds, ledgerItems } from './ledger-items.ts';
import type { LookItem } from './look-item.ts';
import { crashItems, regressionItems } from './regression-items.ts';
import { useJudgedExperiments } from './use-judged-experiments.ts';

export interface LookSource {
  /** What it looks for, in words that fit after "Checked:". */
  readonly what: string;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly items: readonly LookItem[];
  readonly problem: string | undefined;
  readonly retry: () => void;
}

interface Asked<T> {
  readonly data: T | undefined;
  readonly error: ApiProblem | null;
  readonly refetch: () => unknown;
}

export function useLookSources(bounds: RangeBounds): readonly LookSource[] {
  const { from, to } = bounds;
  const alerts = useApi('/v1/alerts', { query: { limit: 50 } });
  const regressions = useApi('/v1/releases/regressions', { query: { since: from, limit: 50 } });
  const hasRegressions = (regressions.data?.regressions.length ?? 0) > 0;
  const releases = useApi('/v1/releases', { query: { limit: 100 } }, { enabled: hasRegressions });
  const groups = useApi('/v1/crashes/groups', { query: { from, to, status: 'open', limit: 100 } });
  const ledger = useApi('/v1/usage/ledger', { query: { ...ledgerBounds(bounds), interval: 'day' } });
  const flags = useApiList('/v1/flags', { query: { status: 'active', limit: 100 } });
  const ruleset = useApi('/v1/ruleset', rulesetCall);
  const judged = useJudgedExperiments();
  const flagRows = flags.data === undefined ? undefined : flags.rows;
  // A sentence without its platform would change under the eyes of anyone who reads it.
  const isWaiting = hasRegressions && releases.isPending;
  const found = isWaiting ? { ...regressions, data: undefined } : regressions;
  return [
    source('firing alerts', alerts, alertItems),
    source('regressions', found, (data) => regressionItems(data.regressions, releases.data)),
    source('regressed crashes', groups, (data) => crashItems(data, from)),
    source('failed events', ledger, (data) => ledgerItems(data.totals)),
    source('breached guardrails', ruleset, (data) => killedItems(data?.flags ?? [])),
    source('sample ratio mismatches', judged, experimentItems),
    source('stale flags', { ...flags, data: flagRows }, (rows) => flagItems(rows, flags.hasNextPage)),
  ];
}

function source<T>(what: string, asked: Asked<T>, itemsOf: (data: T) => readonly LookItem[]): LookSource {
  const { data, error } = asked;
  return {
    what,
    state: data !== undefined ? 'ready' : error === null ? 'loading' : 'failed',
    items: data === undefined ? [] : itemsOf(data),
    problem: error?.message,
    retry: () => void asked.refetch(),
  };
}
