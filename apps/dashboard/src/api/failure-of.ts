import type { ApiProblem } from './api-problem.ts';

export interface AskedFor {
  readonly error: ApiProblem | null;
  readonly data?: unknown;
  readonly refetch: () => unknown;
}

export interface Failure {
  readonly title: string;
  readonly children: string;
  readonly requestId: string | undefined;
  readonly onRetry: () => void;
}

/** What a panel or table shows instead of an answer that did not come; undefined while there is one, be it an older one. */
export function failureOf(asked: AskedFor, title: string): Failure | undefined {
  const { error } = asked;
  if (error === null || asked.data !== undefined) return undefined;
  return { title, children: error.message, requestId: error.requestId, onRetry: () => void asked.refetch() };
}
