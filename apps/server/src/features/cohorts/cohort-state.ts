import type { EntityState } from '../../control/change.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { Cohort } from './cohort-store.ts';

/** A cohort in the change log, without what was computed, which is no edit. */
export const cohortState = (cohort: Cohort): EntityState => ({
  id: cohort.id,
  environment_id: cohort.environmentId,
  key: cohort.key,
  name: cohort.name,
  description: cohort.description,
  kind: cohort.kind,
  definition: cohort.definition,
  archived_at: isoTimeOrNull(cohort.archivedAtMs),
  created_at: isoTime(cohort.createdAtMs),
  updated_at: isoTime(cohort.updatedAtMs),
});
