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
      ? { tone: 'warn', words: 'never seen, and required' }
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

/** Properties at the top that were seen and have no row. */
export function undeclared(rows: readonly PropertyRow[], observed: readonly Observed[]): readonly Observed[] {
  const declared = new Set(rows.map(({ name }) => name));
  const names = new Set(observed.map(({ name }) => name));
  const isMember = (name: string): boolean => name.includes('.') && names.has(name.slice(0, name.lastIndexOf('.')));
  return observed.filter(({ name }) => !declared.has(name) && !isMember(name));
}
