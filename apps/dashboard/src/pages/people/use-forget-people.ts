import { useQueryClient } from '@tanstack/react-query';
import { useEnvironment } from '../../api/environment.ts';
import { isUnder } from '../../api/query-key.ts';

const paths = ['/v1/people', '/v1/devices', '/v1/events'];

/** Drops what this browser has been told of people: after an erasure it would still show them. */
export function useForgetPeople(): () => void {
  const { project } = useEnvironment();
  const queries = useQueryClient();
  return () =>
    queries.removeQueries({ predicate: ({ queryKey }) => paths.some((path) => isUnder(queryKey, project.id, path)) });
}
