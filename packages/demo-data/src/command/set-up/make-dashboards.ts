import type { ApiClient } from '../api-client.ts';
import { shopDashboard } from './shop-dashboard.ts';

interface Dashboard {
  readonly id: string;
  readonly name: string;
}

/** Templates that are made into dashboards of the project's own; the others are there to be tried. */
const templates = ['Engagement', 'Errors and health', 'Flags and experiments'];

/** @returns how many were not there before */
export async function makeDashboards(client: ApiClient): Promise<number> {
  const list = (isTemplate: boolean) =>
    client.data<readonly Dashboard[]>('GET', `/v1/dashboards?limit=100&is_template=${isTemplate}`);
  const own = new Set((await list(false)).map(({ name }) => name));
  let made = 0;
  const make = async (dashboard: { readonly name: string }): Promise<void> => {
    await client.data('POST', '/v1/dashboards/materialize', dashboard);
    made += 1;
  };
  if (!own.has(shopDashboard.name)) await make(shopDashboard);
  for (const { id, name } of await list(true)) {
    if (!templates.includes(name) || own.has(name)) continue;
    await make(await client.data<Dashboard>('GET', `/v1/dashboards/${id}`));
  }
  return made;
}
