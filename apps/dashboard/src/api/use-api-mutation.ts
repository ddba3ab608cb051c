import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { useApiClient } from './api-context.ts';
import type { ApiProblem } from './api-problem.ts';
import { isUnder } from './query-key.ts';
import type { AnswerOf, CallOf, Method, PathOf } from './route-types.ts';

export interface ApiMutationOptions<Result> {
  /** Paths whose answers are asked for anew in all environments of the project: `['/v1/flags', '/v1/changes']`. */
  readonly invalidates?: readonly string[];
  readonly onSuccess?: (response: Result) => void;
}

/** A write. `mutate({params, query, body})` sends it; nothing is sent twice by itself. */
export function useApiMutation<M extends Exclude<Method, 'GET'>, P extends PathOf<M>>(
  method: M,
  path: P,
  options: ApiMutationOptions<AnswerOf<M, P>> = {},
): UseMutationResult<AnswerOf<M, P>, ApiProblem, CallOf<M, P>> {
  const api = useApiClient();
  const invalidate = useInvalidate();
  return useMutation<AnswerOf<M, P>, ApiProblem, CallOf<M, P>>({
    mutationFn: (call: unknown) => api.send(method, path, call) as Promise<AnswerOf<M, P>>,
    onSuccess: async (response) => {
      options.onSuccess?.(response);
      await invalidate(...(options.invalidates ?? []));
    },
  });
}

/** Asks anew for what is under these paths in the project of the address. */
export function useInvalidate(): (...paths: readonly string[]) => Promise<void> {
  const api: ApiClient = useApiClient();
  const queries = useQueryClient();
  return async (...paths) => {
    const projectId = api.scope?.projectId ?? null;
    await queries.invalidateQueries({
      predicate: (query) => paths.some((path) => isUnder(query.queryKey, projectId, path)),
    });
  };
}
