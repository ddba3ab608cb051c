import type { ApiClient } from '../api/api-client.ts';
import { pageHref } from '../navigation/page-path.ts';
import type { FoundScope } from './last-scope.ts';

/** The overview, or how to get started where no event has ever arrived. */
export async function firstPage(api: ApiClient, { project, environment }: FoundScope): Promise<string> {
  const within = api.within({ projectId: project.id, environmentId: environment.id });
  const { data } = await within.get('/v1/events', { query: { limit: 1 } });
  const scope = { project: project.slug, environment: environment.slug };
  return pageHref(scope, data.length === 0 ? '/onboarding' : '/overview', {}, {});
}
