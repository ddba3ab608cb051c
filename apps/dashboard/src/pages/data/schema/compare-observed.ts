import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../../design/format/format-number.ts';
import type { PropertyRow } from './json-schema.ts';

type Observed = Wire['CatalogRow']['properties'][number];

export interface Observation {
  readonly tone: 'good' | 'warn' | 'neutral';
  readonly words: string;
}

/** What was seen of a property, held against what its row asks for. */
export function compareObserved(row: PropertyRow, observed: Observed | undefined): Observation {
  if (observed === undefined) {
    return row.isRequired
      ? { tone: 'warn', words: 'required, but never seen' }
      : { tone: 'neutral', words: 'never seen' };
  }
  const odd = observed.types.filter((type) => !allows(row, type));
  if (odd.length > 0) return { tone: 'warn', words: `also seen as ${odd.join(' and ')}` };
  const share = `in ${formatPercent(observed.coverage)} of events`;
  if (row.isRequired && observed.coverage < 100) return { tone: 'warn', words: `only ${share}` };
  return { tone: 'good', words: share };
}

function allows({ types }: PropertyRow, type: Observed['types'][number]): boolean {
  if (types.length === 0) return true;
  return types.some((allowed) => allowed === type || (type === 'number' && allowed === 'integer'));
}

/** Properties at the top by their key, which is what a schema knows them by: as a path it may stand in quotes. */
export const byKey = (observed: readonly Observed[]): ReadonlyMap<string, Observed> =>
  new Map(observed.filter(({ path }) => path.length === 1).map((property) => [property.path[0] ?? '', property]));

/** Keys at the top that were seen and have no row, with what was seen of them. */
export function undeclared(rows: readonly PropertyRow[], observed: readonly Observed[]): ReadonlyMap<string, Observed> {
  const declared = new Set(rows.map(({ name }) => name));
  return new Map([...byKey(observed)].filter(([key]) => !declared.has(key)));
}
