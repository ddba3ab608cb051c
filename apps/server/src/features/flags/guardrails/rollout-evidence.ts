import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { GuardrailEvidence } from './guardrail.ts';
import type { WatchedFlag } from './guardrail-store.ts';

export const rolloutEvidence =
  (_store: AnalyticsStore) =>
  async (_flag: WatchedFlag): Promise<ReadonlyMap<string, GuardrailEvidence>> =>
    new Map();
