import type { ExperimentAssignment } from './assign-experiments.ts';
import { bucketingVersion } from './bucketing.ts';

/** An assignment as clients receive it. */
export interface WireAssignment {
  readonly variant_key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly experiment_id: string;
  readonly subject_kind: 'user' | 'device';
  readonly bucketing_version: typeof bucketingVersion;
  readonly assignment_revision: string;
  readonly counts_exposure: boolean;
}

export const wireAssignment = (
  { variantKey, payload, experimentId, subjectKind, countsExposure }: ExperimentAssignment,
  configVersion: string,
): WireAssignment => ({
  variant_key: variantKey,
  payload,
  experiment_id: experimentId,
  subject_kind: subjectKind,
  bucketing_version: bucketingVersion,
  assignment_revision: configVersion,
  counts_exposure: countsExposure,
});
