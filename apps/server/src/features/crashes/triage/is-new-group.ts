import { DAY_MS } from '@lamppost/protocol';
import type { CrashGroup } from '../crash-group-store.ts';

const NEW_FOR_MS = 7 * DAY_MS;

export const newSince = (nowMs: number): number => nowMs - NEW_FOR_MS;

/**
 * Open, first seen in the last days, and not for the second time. A group that is older than the reports that retention
 * has left of it is not new, nor is one that was just made for old reports.
 */
export const isNewGroup = (
  { status, regressedAtMs, createdAtMs }: Pick<CrashGroup, 'status' | 'regressedAtMs' | 'createdAtMs'>,
  firstSeenMs: number,
  nowMs: number,
): boolean => status === 'open' && regressedAtMs === null && Math.min(createdAtMs, firstSeenMs) >= newSince(nowMs);
