import { insightFields, isInsightField, membershipFields } from '@lamppost/protocol';
import type { Fault } from './fault.ts';

const unknownField =
  'must be event_properties.<path>, event_context.<path> (up to five levels; a key with dots in it in quotes: ' +
  'event_properties."a.b".c), user.<attribute>, user_then.<attribute>, flag.<key>, experiment.<key> ' +
  `or one of ${insightFields.join(', ')}; filters also take ${membershipFields.join(', ')}`;

/** What is wrong with a field that a query names at this place. */
export const fieldFaults = (place: string, field: string): Fault[] =>
  isInsightField(field) ? [] : [[place, unknownField]];
