import type { ApiScope } from './api-client.ts';

export type ApiKey = readonly [
  'api',
  projectId: string | null,
  environmentId: string | null,
  path: string,
  params: unknown,
  query: unknown,
];

/** Every answer is kept under the project and environment it was asked in, so that none shows up in another. */
export function queryKey(scope: ApiScope | undefined, path: string, params: unknown, query: unknown): ApiKey {
  return ['api', scope?.projectId ?? null, scope?.environmentId ?? null, path, params ?? null, query ?? null];
}

/** Whether two answers are about the same thing, asked differently: another range or filter, another page. */
export function isAboutTheSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return JSON.stringify(a.slice(0, 5)) === JSON.stringify(b.slice(0, 5));
}

/** `'/v1/flags'` covers `/v1/flags/:id/rules`, and not `/v1/flagsets`. */
export function isUnder(key: readonly unknown[], projectId: string | null, path: string): boolean {
  const [kind, project, , own] = key;
  if (kind !== 'api' || project !== projectId || typeof own !== 'string') return false;
  return own === path || own.startsWith(`${path}/`);
}
