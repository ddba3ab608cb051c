import { fieldLabel } from './field-words.ts';
import { countedBy, type Insight } from './insight.ts';

/** What a number of the result counts, behind it: "people", "account_id values". */
export function countedWords(insight: Insight): string {
  const field = countedBy(insight);
  return field === null ? 'people' : `${fieldLabel(field)} values`;
}
