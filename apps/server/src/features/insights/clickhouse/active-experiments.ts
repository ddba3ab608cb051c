import { doubleText } from '../../../analytics/clickhouse/relations/double-text.ts';
import { exactDocument, exactJson } from '../../../analytics/clickhouse/relations/json-member.ts';

/** Variants are texts; a number that somebody sent in place of one is written as DuckDB writes it. */
const variantText = `multiIf(startsWith(x.2, '"'), JSONExtractString(x.2),
  match(x.2, '^-?[0-9]+[.e]'), ifNull(${doubleText('toFloat64OrNull(x.2)')}, x.2), x.2)`;

/** `key:variant` of every experiment that the event was sent with. */
function experimentsOf(context: string): string {
  const inside = (document: string): string => `JSONExtractKeysAndValuesRaw(${document}, 'experiments')`;
  const plain = inside(context);
  const isExactNeeded = `if(empty(${plain}), NOT isValidJSON(${context}), arrayExists(x -> NOT startsWith(x.2, '"'), ${plain}))`;
  const exact = `arrayMap(x -> (x.1, ${exactJson('x.2')}), ${inside(exactDocument(context))})`;
  const found = `arrayFilter(x -> x.2 != 'null', if(${isExactNeeded}, ${exact}, ${plain}))`;
  return `arraySort(arrayMap(x -> concat(x.1, ':', ${variantText}), ${found}))`;
}

/** Of the event `ev`, in order. */
export const activeExperiments = experimentsOf("ifNull(ev.context, '')");
