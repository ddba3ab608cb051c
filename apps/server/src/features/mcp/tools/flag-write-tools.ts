import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import type { RouteCall } from '../route-call.ts';
import { RouteFailure } from '../route-failure.ts';
import type { Tool, ToolContext } from '../tool.ts';
import { type Plan, writeTool } from '../write-tool.ts';
import { flag } from './flag-param.ts';

const targetingInput = { params: [flag], query: ['environment_id'] } as const;

/** Changes of flags. Definitions are served in every environment, so changing one changes production. */
export const flagWriteTools: readonly Tool[] = [
  writeTool({
    name: 'create_flag',
    title: 'Create a flag',
    description: 'Creates a flag. It serves its default value in every environment until it has rules or a rollout.',
    route: 'createFlag',
    reads: ['showFlag'],
    input: { body: 'all' },
    isDestructive: false,
    plan: async ({ confirm: _, ...definition }, { call, environments, link }) => {
      const key = String(definition.key);
      if (await exists(call, key)) throw new RouteFailure(409, { message: `There is a flag ${key} already` });
      return {
        summary: `Create the flag ${key}`,
        environments: environments(),
        before: {},
        after: definition,
        page: link('production', 'flags'),
      };
    },
  }),
  writeTool({
    name: 'edit_flag',
    title: 'Edit a flag',
    description:
      'Changes the definition of a flag: name, description, default value, platforms, tags, status or owner.',
    route: 'changeFlag',
    reads: ['showFlag'],
    input: {
      params: [flag],
      body: ['name', 'description', 'platforms', 'tags', 'status', 'kind', 'default_value', 'owner', 'comment'],
    },
    isDestructive: true,
    plan: async ({ flag: key, confirm: _, comment: __, ...patch }, { call, environments, link }) => {
      const { data } = await call('showFlag', { params: { id: String(key) } });
      return {
        summary: `Edit the flag ${key}`,
        environments: environments(),
        before: membersOf(data, Object.keys(patch)),
        after: patch,
        page: link('production', `flags/${key}`),
      };
    },
  }),
  writeTool({
    name: 'set_flag_rollout',
    title: 'Set the rollout of a flag',
    description: 'Serves a value to a percentage of the users that no rule matches, in one environment.',
    route: 'setRollout',
    reads: ['showTargeting'],
    input: { ...targetingInput, body: 'all' },
    isDestructive: true,
    plan: async (args, context) =>
      await planTargeting(args, context, 'Set the rollout of', 'rollout', ({ percentage, value }) => ({
        percentage,
        value,
      })),
  }),
  writeTool({
    name: 'replace_flag_rules',
    title: 'Replace the rules of a flag',
    description:
      'Replaces all rules of a flag in one environment. Rules run top to bottom, the first match wins. Read the flag first and send the rules to keep with their `id`: buckets depend on it.',
    route: 'replaceRules',
    reads: ['showTargeting'],
    input: { ...targetingInput, body: 'all' },
    isDestructive: true,
    plan: async (args, context) =>
      await planTargeting(args, context, 'Replace the rules of', 'rules', ({ rules }) =>
        (rules as JsonObject[]).map(completeRule),
      ),
  }),
  writeTool({
    name: 'kill_flag',
    title: 'Kill a flag',
    description: 'Serves one value to all users in one environment, regardless of rules, until the flag is restored.',
    route: 'killFlag',
    reads: ['showTargeting'],
    input: { ...targetingInput, body: 'all' },
    isDestructive: true,
    plan: async (args, context) =>
      await planTargeting(args, context, 'Kill', 'kill', ({ value, reason }) => ({
        ...(value === undefined ? {} : { value }),
        reason,
      })),
  }),
  writeTool({
    name: 'restore_flag',
    title: 'Restore a killed flag',
    description: 'Ends the kill switch of a flag in one environment: its rules count again.',
    route: 'restoreFlag',
    reads: ['showTargeting'],
    input: { ...targetingInput, body: 'all' },
    isDestructive: true,
    plan: async (args, context) => await planTargeting(args, context, 'Restore', 'kill', () => null),
  }),
];

async function exists(call: RouteCall, key: string): Promise<boolean> {
  try {
    await call('showFlag', { params: { id: key } });
    return true;
  } catch (error) {
    if (error instanceof RouteFailure && error.status === 404) return false;
    throw error;
  }
}

/** One part of the targeting of a flag in one environment becomes another. */
async function planTargeting(
  args: JsonObject,
  { call, environment, link }: ToolContext,
  verb: string,
  part: 'rules' | 'rollout' | 'kill',
  become: (args: JsonObject) => unknown,
): Promise<Plan> {
  const { id, slug, ...rest } = environment(args.environment_id);
  const { data } = await call('showTargeting', { params: { id: String(args.flag) }, query: { environment_id: id } });
  const after = become(args);
  const before = isJsonObject(data) ? data[part] : undefined;
  return {
    summary: `${verb} ${args.flag} in ${slug}`,
    environments: [{ id, slug, ...rest }],
    before: { [part]: comparable(before, after) },
    after: { [part]: after },
    page: link(slug, `flags/${args.flag}`),
  };
}

/** Without what is not chosen by whoever writes: the id of a rollout, when it was killed. */
const comparable = (before: unknown, after: unknown): unknown =>
  isJsonObject(before) && isJsonObject(after) ? membersOf(before, Object.keys(after)) : before;

const membersOf = (row: unknown, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, isJsonObject(row) ? row[name] : undefined]));

/** As it will be stored, in the order in which it is read back. */
function completeRule({ id, name, conditions, value, percentage, enabled }: JsonObject): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    name: name ?? null,
    conditions,
    value,
    percentage: percentage ?? 100,
    enabled: enabled ?? true,
  };
}
