import { isJsonObject } from '@lamppost/protocol';

export interface NamedCohort {
  /** Dotted, such as `rule.did.filters.0.value`. */
  readonly place: string;
  /** An id or a key. */
  readonly cohort: string;
}

/** The cohorts that a definition, or anything else with filters in it, names. */
export function cohortsNamedIn(value: unknown, place: string): NamedCohort[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => cohortsNamedIn(item, `${place}.${index}`));
  if (!isJsonObject(value)) return [];
  if (value.field === 'cohort' && 'value' in value) {
    return [value.value].flat().flatMap((cohort) => ({ place: `${place}.value`, cohort: String(cohort) }));
  }
  return Object.entries(value).flatMap(([name, member]) => cohortsNamedIn(member, `${place}.${name}`));
}
