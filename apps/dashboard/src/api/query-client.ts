import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem.ts';

const MAX_RETRIES = 2;

/** Twice more for what may go better the next time; never for what the server has refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && error instanceof ApiProblem && error.isTemporary;
}

export function retryDelayMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(Math.max(asked, 500 * 2 ** failures), 10_000);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 300_000, retry: shouldRetry, retryDelay: retryDelayMs },
      mutations: { retry: false },
    },
  });
}
