import type { Wire } from '@lamppost/protocol';

type At = Wire['InsightAt'];

const texts = ['series', 'bucketIso', 'period', 'node', 'source', 'target'] as const;

/** Which number of an answer the address asks about; undefined when it asks about none, or nothing that can be read. */
export function readAt(raw: unknown): At | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const given = raw as Readonly<Record<string, unknown>>;
  const at: At = {};
  for (const name of texts) {
    const value = given[name];
    if (typeof value === 'string') at[name] = value;
  }
  if (Array.isArray(given.breakdown) && given.breakdown.length > 0) at.breakdown = given.breakdown.map(String);
  if (typeof given.step === 'number') at.step = given.step;
  if (typeof given.index === 'number') at.index = given.index;
  if (given.outcome === 'reached' || given.outcome === 'dropped') at.outcome = given.outcome;
  return at;
}
