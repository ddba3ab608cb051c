import type { Wire } from '@lamppost/protocol';
import type { FlagChange } from '../../as-code/plan-flags.ts';
import { sayFlagChange } from '../../as-code/say-flag-change.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { CliError } from '../../exit/cli-error.ts';

/** In order; gives how many. A failure says which one it was and that the rest waits for the next apply. */
export async function applyFlagChanges(
  client: ApiClient,
  changes: readonly FlagChange[],
  comment?: string,
): Promise<number> {
  let applied = 0;
  for (const change of changes) {
    try {
      await apply(client, change, comment === undefined ? {} : { comment });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const rest = changes.length - applied;
      throw new CliError(`${sayFlagChange(change).title}: ${error.message}`, {
        exitCode: error.exitCode,
        code: error.code,
        details: error.details,
        hint: `${applied} of ${changes.length} changes were applied. Fix the problem and apply again for the other ${rest}.`,
        cause: error,
      });
    }
    applied += 1;
  }
  return applied;
}

async function apply(client: ApiClient, change: FlagChange, said: { readonly comment?: string }): Promise<void> {
  const params = { id: change.key };
  switch (change.kind) {
    case 'create': {
      const { environments: _, status: __, ...body } = change.flag;
      await client.data('createFlag', { body: body as unknown as Wire['NewFlagBody'] });
      return;
    }
    case 'patch':
      await client.data('changeFlag', { params, body: { ...(change.patch as Wire['FlagPatch']), ...said } });
      return;
    case 'rules': {
      const query = { environment_id: change.environment };
      await client.data('replaceRules', {
        params,
        query,
        body: { rules: change.rules, ...said } as unknown as Wire['RulesBody'],
      });
      return;
    }
    case 'rollout':
      await client.data('setRollout', {
        params,
        query: { environment_id: change.environment },
        body: { ...change.rollout, ...said },
      });
  }
}
