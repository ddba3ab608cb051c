import type { Wire } from '@lamppost/protocol';
import type { FlagChange } from '../../as-code/plan-flags.ts';
import { sayFlagChange } from '../../as-code/say-flag-change.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApprovalRequested } from '../../exit/approval-requested.ts';
import { CliError } from '../../exit/cli-error.ts';

export interface Applied {
  readonly applied: number;
  /** Changes that wait for approval. */
  readonly requested: number;
}

/** In order; gives how many. A failure says which one it was and that the rest waits for the next apply. */
export async function applyFlagChanges(
  client: ApiClient,
  changes: readonly FlagChange[],
  comment?: string,
): Promise<Applied> {
  let applied = 0;
  let requested = 0;
  const said = comment === undefined ? {} : { comment };
  for (let index = 0; index < changes.length; index += 1) {
    const change = changes[index] as FlagChange;
    const next = changes[index + 1];
    // Both in one step: as two requests, approving one would put the other out of date.
    const isPair = change.kind === 'rules' && next?.kind === 'rollout' && isSamePlace(change, next);
    const count = isPair ? 2 : 1;
    if (isPair) index += 1;
    try {
      if (isPair) await applyBoth(client, change, next, said);
      else await apply(client, change, said);
    } catch (error) {
      if (error instanceof ApprovalRequested) {
        requested += count;
        continue;
      }
      if (!(error instanceof CliError)) throw error;
      const rest = changes.length - applied - requested;
      throw new CliError(`${sayFlagChange(change).title}: ${error.message}`, {
        exitCode: error.exitCode,
        code: error.code,
        details: error.details,
        hint: `${applied} of ${changes.length} changes were applied. Fix the problem and apply again for the other ${rest}.`,
        cause: error,
      });
    }
    applied += count;
  }
  return { applied, requested };
}

type RulesChange = Extract<FlagChange, { kind: 'rules' }>;
type RolloutChange = Extract<FlagChange, { kind: 'rollout' }>;

const isSamePlace = (a: RulesChange, b: RolloutChange): boolean => a.key === b.key && a.environment === b.environment;

async function applyBoth(
  client: ApiClient,
  { key, environment, rules }: RulesChange,
  { rollout }: RolloutChange,
  said: { readonly comment?: string },
): Promise<void> {
  await client.data('setTargeting', {
    params: { id: key },
    query: { environment_id: environment },
    body: { rules, rollout, ...said } as unknown as Wire['TargetingBody'],
  });
}

async function apply(client: ApiClient, change: FlagChange, said: { readonly comment?: string }): Promise<void> {
  const params = { id: change.key };
  switch (change.kind) {
    case 'create': {
      const { environments: _, status: __, prerequisites: ___, ...body } = change.flag;
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
