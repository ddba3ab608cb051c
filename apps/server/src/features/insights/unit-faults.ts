import type { Wire } from '@lamppost/protocol';
import type { Fault } from './fault.ts';
import { fieldFaults } from './field-faults.ts';

/** What is wrong with what a query counts. `counts`: whether it counts people anywhere, so that it has a unit at all. */
export function unitFaults(unit: Wire['InsightUnit'] | undefined, counts: boolean): Fault[] {
  if (unit === undefined) return [];
  const { kind, property } = unit;
  if (kind === 'person') return property === undefined ? [] : [['unit.property', 'requires kind property']];
  if (property === undefined) return [['unit.property', 'is required with kind property']];
  const faults = fieldFaults('unit.property', property);
  if (faults.length > 0 || counts) return faults;
  return [['unit', 'needs an aggregation that counts people: persons, first_time or per_person']];
}
