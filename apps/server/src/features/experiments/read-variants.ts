import { Unacceptable } from '../../control/control-errors.ts';
import type { NewVariant, Variant } from './experiment-store.ts';

const FEWEST = 2;
const MOST = 10;
const MAX_PAYLOAD_BYTES = 65_536;

/** Variants as they are kept, defaults filled in. Throws Unacceptable with the reason. */
export function readVariants(sent: readonly NewVariant[]): Variant[] {
  if (!Array.isArray(sent) || sent.length < FEWEST || sent.length > MOST) {
    refuse('variants', `An experiment must have ${FEWEST} to ${MOST} variants.`);
  }
  const variants = sent.map(({ key, name, weight, isControl = false, payload = {} }: NewVariant) => {
    return { key, name, isControl, weight, payload };
  });
  const keys = new Set<string>();
  for (const [index, { key, weight, payload }] of variants.entries()) {
    if (keys.has(key)) refuse(`variants.${index}.key`, 'Two variants have the same key.');
    keys.add(key);
    if (!(weight >= 1 && weight <= 100)) {
      refuse(`variants.${index}.weight`, 'A weight must be a number from 1 to 100.', 'INVALID_WEIGHTS');
    }
    checkPayload(payload, `variants.${index}.payload`);
  }
  if (variants.filter(({ isControl }) => isControl).length !== 1)
    refuse('variants', 'One variant must be the control.');
  // Buckets are hundredths of a percent, so that is as exact as a sum must be: 33.33 + 33.33 + 33.34.
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  if (Math.round(sum * 100) !== 10_000) refuse('variants', 'The weights must sum to 100.', 'INVALID_WEIGHTS');
  return variants;
}

function checkPayload(payload: unknown, field: string): void {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!isObject) refuse(field, 'A payload must be an object.');
  if (Buffer.byteLength(JSON.stringify(payload)) > MAX_PAYLOAD_BYTES) {
    refuse(field, `A payload can have at most ${MAX_PAYLOAD_BYTES} bytes as JSON.`);
  }
}

function refuse(field: string, message: string, reason = 'INVALID_VARIANTS'): never {
  throw new Unacceptable(field, message, reason);
}
