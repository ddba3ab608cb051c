import { defaultStringifySearch } from '@tanstack/react-router';

/** Pages inside of a project and environment, `/p/:project/:environment` left out. */
export type PagePath =
  | '/overview'
  | '/live'
  | '/explore'
  | '/dashboards'
  | '/dashboards/$id'
  | '/alerts'
  | '/alerts/new'
  | '/alerts/$id'
  | '/flags'
  | '/flags/$key'
  | '/experiments'
  | '/experiments/$key'
  | '/groups'
  | '/groups/$key'
  | '/crashes'
  | '/crashes/$id'
  | '/performance'
  | '/releases'
  | '/releases/$id'
  | '/people'
  | '/people/$id'
  | '/cohorts'
  | '/cohorts/$key'
  | '/devices'
  | '/devices/$id'
  | '/data'
  | '/data/events/$name'
  | '/settings'
  | '/onboarding';

type PageParam<P extends PagePath> = P extends `${string}$${infer Name}` ? Name : never;
export type PageParams<P extends PagePath> = Record<PageParam<P>, string>;
export type PageSearch = Readonly<Record<string, unknown>>;

export type PageTarget<P extends PagePath> = [PageParam<P>] extends [never]
  ? [search?: PageSearch]
  : [params: PageParams<P>, search?: PageSearch];

export interface PageScope {
  readonly project: string;
  readonly environment: string;
}

export function pageHref(
  scope: PageScope,
  page: PagePath,
  params: Readonly<Record<string, string>>,
  search: PageSearch,
): string {
  const path = page.replace(/\$([a-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The page ${page} needs ${name}.`);
    return encodeURIComponent(value);
  });
  const start = `/p/${encodeURIComponent(scope.project)}/${encodeURIComponent(scope.environment)}`;
  return `${start}${path}${defaultStringifySearch(search)}`;
}
