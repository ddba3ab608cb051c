import { isJsonObject, NAMES_OF_TYPES } from '@lamppost/protocol';
import type { EventCheck, SchemaFault } from './event-checks.ts';
import { nameAsSent, type Rejection, type Warning } from './screen-batch.ts';

export interface Quarantined {
  readonly index: number;
  readonly reason: string;
}

export interface CheckedBatch {
  readonly warnings: readonly Warning[];
  /** Accepted, and to be quarantined. */
  readonly quarantined: readonly Quarantined[];
}

const MAX_REASON_LENGTH = 500;
const defaultNames: Readonly<Record<string, string>> = NAMES_OF_TYPES;

/** Holds the accepted events of a batch to the schemas of their names. */
export function checkBatch(
  batch: readonly unknown[],
  rejections: readonly Rejection[],
  checks: ReadonlyMap<string, EventCheck>,
): CheckedBatch {
  const warnings: Warning[] = [];
  const quarantined: Quarantined[] = [];
  const refused = new Set(rejections.map(({ index }) => index));
  batch.forEach((element, index) => {
    if (refused.has(index) || !isJsonObject(element)) return;
    const check = checks.get(storedName(element));
    const faults = check?.faultsOf(element.properties ?? {}) ?? [];
    if (faults.length === 0) return;
    if (check?.mode === 'quarantine') quarantined.push({ index, reason: reasonOf(faults) });
    else warnings.push(...faults.map((fault) => ({ index, event: nameAsSent(element), ...fault })));
  });
  return { warnings, quarantined };
}

function storedName({ event, type }: Readonly<Record<string, unknown>>): string {
  if (typeof event === 'string' && event !== '') return event;
  return typeof type === 'string' ? (defaultNames[type] ?? '') : '';
}

/** Names of properties come from outside: what the store cannot take must not reach it through the reason. */
const reasonOf = (faults: readonly SchemaFault[]): string =>
  faults
    .map(({ field, message }) => `${field} ${message}`)
    .join('; ')
    .slice(0, MAX_REASON_LENGTH)
    .toWellFormed()
    .replaceAll('\u0000', '');
