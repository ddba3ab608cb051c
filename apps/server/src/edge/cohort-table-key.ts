const PREFIX = 'cohort:';

/** Under which the members of a served cohort stand among the groups of its project. Keys of groups have no colon. */
export const cohortTableKey = (environmentId: string, key: string): string => `${PREFIX}${environmentId}:${key}`;

export const isCohortTableKey = (key: string): boolean => key.startsWith(PREFIX);

/** Undefined for the key of a group, and of a cohort of another environment. */
export function cohortKeyIn(environmentId: string, tableKey: string): string | undefined {
  const prefix = cohortTableKey(environmentId, '');
  return tableKey.startsWith(prefix) ? tableKey.slice(prefix.length) : undefined;
}
