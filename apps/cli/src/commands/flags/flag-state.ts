import type { Wire } from '@lamppost/protocol';
import type { ApiClient } from '../../client/api-client.ts';
import { readKey } from '../../config/key-kind.ts';

export type Targeting = Pick<Wire['Targeting'], 'rules' | 'rollout' | 'kill'>;
type Flag = Wire['FlagRow'];

const AT_ONCE = 4;

/** How a flag stands in an environment, in words: `On for 30 %, 2 rules`. */
export function sayState(flag: Pick<Flag, 'status' | 'value_type'>, targeting: Targeting | undefined): string {
  if (flag.status === 'archived') return 'archived';
  if (targeting === undefined) return flag.status;
  if (targeting.kill !== null) return 'killed';
  const rules = targeting.rules.filter(({ enabled }) => enabled).length;
  const said = rules === 0 ? '' : `${rules} rule${rules === 1 ? '' : 's'}`;
  const { rollout } = targeting;
  if (rollout === null || rollout.percentage === 0) return said === '' ? 'default' : said;
  const serves = flag.value_type === 'boolean' ? sayBoolean(rollout.value) : 'rolled out to';
  return [`${serves} ${rollout.percentage} %`, said].filter((part) => part !== '').join(', ');
}

const sayBoolean = (value: unknown): string => (value === true ? 'on for' : 'off for');

/** Rules of all flags: by one request where the key may, by one for each flag where it may not. */
export async function readTargetings(
  client: ApiClient,
  flags: readonly Pick<Flag, 'id' | 'status'>[],
  environment: string | undefined,
): Promise<ReadonlyMap<string, Targeting>> {
  const key = readKey(client.connection.key?.value ?? '');
  if (key?.kind === 'secret' && (environment === undefined || environment === key.environment)) {
    const ruleset = await client.data('ruleset');
    return new Map(ruleset.flags.map((flag) => [flag.id, flag as unknown as Targeting]));
  }
  const found = new Map<string, Targeting>();
  const waiting = flags.filter(({ status }) => status !== 'archived');
  const work = async (): Promise<void> => {
    for (let flag = waiting.shift(); flag !== undefined; flag = waiting.shift()) {
      const { id } = flag;
      found.set(id, await client.data('showTargeting', { params: { id }, query: { environment_id: environment } }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
