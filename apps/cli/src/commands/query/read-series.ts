import type { Wire } from '@lamppost/protocol';
import { usageError } from '../../exit/usage-error.ts';
import { looksLikeMeasure, readAggregation } from './read-aggregation.ts';

/** `purchase`, `purchase@persons`, `purchase@sum:event_properties.amount`. A name may have an @ in it. */
export function readSeries(text: string): Wire['InsightSeries'] {
  const at = text.lastIndexOf('@');
  const measure = text.slice(at + 1);
  if (at === -1 || !looksLikeMeasure(measure)) return { event: text };
  if (at === 0) throw usageError(`--series needs the name of an event before the @: "${text}".`);
  return { event: text.slice(0, at), aggregation: readAggregation(measure) };
}

/** `B / A`, or with a name: `Conversion = B / A`. */
export function readFormula(text: string): Wire['InsightFormula'] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at)).trim();
  const expression = text.slice(at + 1).trim();
  if (expression === '') throw usageError(`--formula is empty: "${text}". Write it as "B / A * 100".`);
  return { expression, ...(name === '' ? {} : { name }) };
}
