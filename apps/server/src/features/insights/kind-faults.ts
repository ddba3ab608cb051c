import { type CompleteInsightQuery, eventNames } from '@lamppost/protocol';
import type { Fault } from './fault.ts';
import { fieldFaults } from './field-faults.ts';

/** What is wrong with members that only distributions and paths have. */
export function kindFaults(query: CompleteInsightQuery): Fault[] {
  switch (query.kind) {
    case 'distribution':
      return fieldFaults('field', query.field);
    case 'paths':
      return [
        ...(query.nodeProperty === undefined ? [] : fieldFaults('nodeProperty', query.nodeProperty)),
        ...exclusionFaults(query),
      ];
    default:
      return [];
  }
}

function exclusionFaults(query: Extract<CompleteInsightQuery, { kind: 'paths' }>): Fault[] {
  const { startEvent = null, endEvent = null, excludeEvents = [] } = query;
  const ends = [...(eventNames(startEvent) ?? []), ...(eventNames(endEvent) ?? [])];
  return excludeEvents.flatMap((event, at): Fault[] =>
    ends.includes(event) ? [[`excludeEvents.${at}`, 'must not be an event that the paths start or end with']] : [],
  );
}
