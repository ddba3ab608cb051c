import type { Wire } from '@lamppost/protocol';

type At = Wire['InsightAt'];

const states = ['new', 'returning', 'resurrecting', 'dormant'] as const;
const numbers = ['step', 'index', 'periods', 'from', 'to'] as const;
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
  for (const name of numbers) {
    const value = given[name];
    if (typeof value === 'number') at[name] = value;
  }
  if (given.compared === true) at.compared = true;
  if (typeof given.returned === 'boolean') at.returned = given.returned;
  const state = states.find((one) => one === given.state);
  if (state !== undefined) at.state = state;
  if (given.outcome === 'reached' || given.outcome === 'dropped') at.outcome = given.outcome;
  return at;
}
