import type { Wire } from '@lamppost/protocol';
import { parseIsoTime } from '../../../collect/ingest/screen/iso-time.ts';
import type { Blame } from './point-reader.ts';

/** The moment that a member of `at` names, if it names one. */
export function timeAt(at: Wire['InsightAt'], member: 'bucketIso' | 'period', blame: Blame): number | undefined {
  const text = at[member];
  if (text === undefined) return undefined;
  const ms = parseIsoTime(text);
  if (ms === undefined) blame(member, 'must be an ISO 8601 time, as the result has it');
  return ms;
}
