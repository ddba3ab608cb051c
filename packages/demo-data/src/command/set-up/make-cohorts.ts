import { testers } from '../../testers.ts';
import type { ApiClient } from '../api-client.ts';
import { isThere } from './is-there.ts';

const within = { kind: 'relative', last: '30d' };
const cohorts = [
  {
    key: 'interview_panel',
    name: 'Interview panel',
    kind: 'list',
    description: 'Users who agreed to talk to us.',
  },
  {
    key: 'abandoned_checkout',
    name: 'Abandoned checkout',
    kind: 'behaviour',
    definition: {
      rule: { sequence: { steps: [{ event: 'checkout_started' }], then_not: { event: 'purchase' }, within } },
    },
  },
  {
    key: 'regular_buyers',
    name: 'Regular buyers',
    kind: 'behaviour',
    definition: { rule: { did: { event: 'purchase', count: { op: 'gte', value: 3 }, within } } },
  },
];

/** Made when the people are there: a cohort is computed when it is made. */
export async function makeCohorts(client: ApiClient): Promise<void> {
  for (const cohort of cohorts) {
    const path = `/v1/cohorts/${cohort.key}`;
    if (await isThere(client, path)) continue;
    await client.data('POST', '/v1/cohorts', cohort);
    if (cohort.kind === 'list') await client.data('POST', `${path}/members`, { user_ids: testers });
  }
}
