import { betaGroup } from '../../demo-rules.ts';
import { testers } from '../../testers.ts';
import type { ApiClient } from '../api-client.ts';
import { isThere } from './is-there.ts';

const group = {
  key: betaGroup,
  name: 'Testers',
  description: 'People who said that they like to try things out first.',
};

/** @returns how many were not there before */
export async function makeGroups(client: ApiClient): Promise<number> {
  const path = `/v1/groups/${group.key}`;
  if (await isThere(client, path)) return 0;
  await client.data('POST', '/v1/groups', group);
  for (const userId of testers) await client.data('POST', `${path}/members`, { user_id: userId });
  return 1;
}
