import type { SystemEvent } from '@lamppost/protocol';
import type { Assignment } from './config-snapshot.ts';

/**
 * The event of an assignment, in every SDK. False when it does not count: a completed experiment gives
 * everyone its winner. A configuration that version 0.1.0 has stored does not say; all of it counts.
 */
export const experimentExposure = (
  key: string,
  { payload, counts_exposure, ...assignment }: Assignment,
): { readonly event: SystemEvent; readonly properties: object } | false =>
  counts_exposure !== false && { event: '$experiment_exposure', properties: { ...assignment, experiment_key: key } };
