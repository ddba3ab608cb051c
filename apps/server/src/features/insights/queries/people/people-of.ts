import type { PersonKind } from '../../../../analytics/person-ref.ts';
import type { Moment } from '../insight-params.ts';
import type { PeopleBehindResult } from './people-behind.ts';

export type Rows = readonly (readonly unknown[])[];

/** What an engine found. */
export interface FoundPage {
  readonly total: number;
  readonly rows: Rows;
}

/**
 * From rows of (key, first moment, last moment, events). Who they are is looked up for these few, among the events of
 * the time that they were found in, as rows of (key, id, kind).
 */
export async function peopleOf(
  total: number,
  page: Rows,
  whoAre: (keys: readonly string[], window: Pick<Moment, 'fromMs' | 'toMs'>) => Promise<Rows>,
): Promise<PeopleBehindResult> {
  const found = page.map(([key, first, last, events]) => ({
    key: String(key),
    firstMs: Number(first),
    lastMs: Number(last),
    events: Number(events),
  }));
  if (found.length === 0) return { total, people: [] };
  const window = {
    fromMs: Math.min(...found.map(({ firstMs }) => firstMs)),
    toMs: Math.max(...found.map(({ lastMs }) => lastMs)) + 1,
  };
  const rows = await whoAre(
    found.map(({ key }) => key),
    window,
  );
  const known = new Map(rows.map(([key, id, kind]) => [String(key), { id: String(id), kind: kind as PersonKind }]));
  return {
    total,
    people: found.flatMap((one) => {
      const who = known.get(one.key);
      return who === undefined ? [] : { ...one, ...who };
    }),
  };
}
