import { readInsight } from '../../insights/address/read-insight.ts';
import { writeInsight } from '../../insights/address/write-insight.ts';
import type { Insight } from '../../insights/insight.ts';
import { insightKinds } from '../../insights/insight.ts';

export interface RecentInsight {
  readonly insight: Insight;
  readonly askedAtMs: number;
}

interface StoredInsight {
  readonly kind: string;
  readonly q: unknown;
  readonly at: number;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const MAX_RECENT = 12;
const keyOf = (projectId: string): string => `lamppost.explore.recent.${projectId}`;

/** Queries that were answered in this browser, the latest first. What cannot be read any more is left out. */
export function readRecent(storage: Store, projectId: string): readonly RecentInsight[] {
  return readStored(storage, projectId).flatMap(({ kind, q, at }) => {
    const known = insightKinds.find((candidate) => candidate === kind);
    if (known === undefined) return [];
    const read = readInsight(known, q);
    return read.kind === 'read' ? [{ insight: read.insight, askedAtMs: at }] : [];
  });
}

/** The same query again moves to the front. */
export function noteRecent(storage: Store, projectId: string, insight: Insight, nowMs: number): void {
  const noted: StoredInsight = { kind: insight.kind, q: writeInsight(insight), at: nowMs };
  const content = JSON.stringify([noted.kind, noted.q]);
  const others = readStored(storage, projectId).filter(({ kind, q }) => JSON.stringify([kind, q]) !== content);
  storage.setItem(keyOf(projectId), JSON.stringify([noted, ...others].slice(0, MAX_RECENT)));
}

function readStored(storage: Store, projectId: string): readonly StoredInsight[] {
  const text = storage.getItem(keyOf(projectId));
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? (stored as StoredInsight[]).filter((entry) => typeof entry?.at === 'number') : [];
  } catch {
    // Somebody else wrote there. The next query that is answered begins the list anew.
    return [];
  }
}
