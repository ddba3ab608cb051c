import type { JsonObject } from '@lamppost/protocol';
import { jsonEqual } from './json-equal.ts';
import type { Check, SchemaTools } from './schema-check.ts';

/** Keywords about lists. The checks are asked about lists only. */
export function arrayChecks(schema: JsonObject, { compile }: SchemaTools): Check[] {
  const { items, prefixItems, contains, minItems, maxItems, minContains = 1, maxContains, uniqueItems } = schema;
  const checks: Check[] = [];
  if (typeof minItems === 'number') {
    checks.push(
      (list, run, isTelling) =>
        itemsOf(list).length >= minItems || (isTelling && run.fault(`must have at least ${minItems} items`)),
    );
  }
  if (typeof maxItems === 'number') {
    checks.push(
      (list, run, isTelling) =>
        itemsOf(list).length <= maxItems || (isTelling && run.fault(`must have at most ${maxItems} items`)),
    );
  }
  const first = Array.isArray(prefixItems) ? prefixItems.map(compile) : [];
  const others = items === undefined ? undefined : compile(items);
  if (first.length > 0 || others !== undefined) checks.push(eachItem(first, others));
  if (contains !== undefined) {
    const wanted = compile(contains);
    const max = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
    checks.push((list, run, isTelling) => {
      const count = itemsOf(list).filter((item) => wanted(item, run, false)).length;
      const isRight = count >= Number(minContains) && count <= max;
      return isRight || (isTelling && run.fault('has the wrong number of matching items'));
    });
  }
  // A list that is too long has been refused above, so the square of its length is bounded.
  if (uniqueItems === true) {
    checks.push(
      (list, run, isTelling) =>
        itemsOf(list).length > Number(maxItems) ||
        areDifferent(itemsOf(list)) ||
        (isTelling && run.fault('must have unique items')),
    );
  }
  return checks;
}

const itemsOf = (list: unknown): readonly unknown[] => list as readonly unknown[];

function eachItem(first: readonly Check[], others: Check | undefined): Check {
  return (list, run, isTelling) => {
    let fits = true;
    const items = itemsOf(list);
    for (let index = 0; index < items.length; index += 1) {
      const check = first[index] ?? others;
      if (check === undefined) return fits;
      run.enter(index);
      if (!check(items[index], run, isTelling)) fits = false;
      run.leave();
      if (!fits && (!isTelling || run.isFull)) return false;
    }
    return fits;
  };
}

function areDifferent(items: readonly unknown[]): boolean {
  const plain = items.filter((item) => typeof item !== 'object' || item === null);
  if (new Set(plain).size < plain.length) return false;
  const structured = items.filter((item) => typeof item === 'object' && item !== null);
  return structured.every((item, index) => !structured.slice(0, index).some((before) => jsonEqual(before, item)));
}
