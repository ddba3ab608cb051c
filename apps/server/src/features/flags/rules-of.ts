import type { Wire } from '@lamppost/protocol';
import { omitUndefined } from '../../http/request/omit-undefined.ts';

/** Rules of the wire as the store takes them. */
export const rulesOf = (sent: Wire['RulesBody']['rules']) =>
  sent.map(({ id, name, conditions, value, percentage, enabled }) => ({
    conditions: conditions.map(({ field, op, values = [] }) => ({ field, op, values })),
    value,
    ...omitUndefined({ id, name, percentage, enabled }),
  }));
