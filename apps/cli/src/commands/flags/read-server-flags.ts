import type { Wire } from '@lamppost/protocol';
import type { FlagSpec, TargetingSpec } from '../../as-code/flag-spec.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { readTargetings, type Targeting } from './flag-state.ts';

interface ReadOptions {
  readonly environments: readonly string[];
  /** Targeting is asked for of these only; of all when absent. */
  readonly isWanted?: (flag: Wire['FlagRow']) => boolean;
}

/** Flags with their targeting, as a file would say them. */
export async function readServerFlags(client: ApiClient, { environments, isWanted }: ReadOptions): Promise<FlagSpec[]> {
  const rows = await client.allRows('listFlags', {});
  const wanted = rows.filter((row) => isWanted?.(row) ?? true);
  const targetings = new Map<string, ReadonlyMap<string, Targeting>>();
  for (const environment of environments) {
    targetings.set(environment, await readTargetings(client, wanted, environment));
  }
  const specs: FlagSpec[] = [];
  for (const row of rows) {
    const found: Record<string, TargetingSpec> = {};
    for (const environment of wanted.includes(row) ? environments : []) {
      const known = targetings.get(environment)?.get(row.id);
      // Those of archived flags are part of no ruleset.
      const query = { environment_id: environment };
      found[environment] = specOf(known ?? (await client.data('showTargeting', { params: { id: row.id }, query })));
    }
    const {
      key,
      name,
      description,
      value_type,
      default_value,
      platforms,
      tags,
      kind,
      status,
      prerequisites,
      expires_on,
    } = row;
    const facts = {
      ...{ key, name, description, value_type, default_value, platforms, tags, kind, status },
      ...{ prerequisites, expires_on },
    };
    specs.push({ ...(facts as Omit<FlagSpec, 'environments'>), environments: found });
  }
  return specs;
}

function specOf({ rules, rollout }: Targeting): TargetingSpec {
  return {
    rules: rules.map(({ id, name, conditions, value, percentage, enabled }) => ({
      id,
      name: name ?? null,
      conditions: conditions.map(({ field, op, values }) => ({ field, op, values })),
      value,
      percentage,
      enabled,
    })),
    rollout: rollout && { percentage: rollout.percentage, value: rollout.value },
  };
}
