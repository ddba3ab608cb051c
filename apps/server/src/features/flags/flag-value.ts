import { Unacceptable } from '../../control/control-errors.ts';
import type { ValueType } from '../../edge/targeting-rules.ts';

/** Of a value as JSON, in UTF-8. */
const MAX_VALUE_BYTES = 65_536;

const defaults = { boolean: false, string: '', number: 0, json: {} } as const satisfies Record<ValueType, unknown>;

export function defaultValueOf(valueType: ValueType): unknown {
  return defaults[valueType];
}

/** Throws Unacceptable, naming the field. */
export function checkFlagValue(value: unknown, valueType: ValueType, field: string): void {
  if (!isOfType(value, valueType)) {
    throw new Unacceptable(field, `The value must be of type ${valueType}.`);
  }
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES) {
    throw new Unacceptable(field, `A value can have at most ${MAX_VALUE_BYTES} bytes as JSON.`);
  }
}

/** A json value is an object or a list, so that it cannot be taken for one of the other types. */
function isOfType(value: unknown, valueType: ValueType): boolean {
  if (valueType === 'json') return typeof value === 'object' && value !== null;
  return typeof value === valueType && (typeof value !== 'number' || Number.isFinite(value));
}
