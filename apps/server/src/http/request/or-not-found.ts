import { ApiError } from '@lamppost/protocol';

/** What is not there, or belongs to another project, is 404. */
export function orNotFound<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new ApiError('NOT_FOUND', `The project has no such ${what}`);
  return thing;
}
