import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type RouteName } from '@lamppost/protocol';
import type { SnapshotEnvironment } from '../../edge/edge-snapshot.ts';
import { differenceOf } from './difference-of.ts';
import { requestOf } from './request-of.ts';
import type { Tool, ToolContext, ToolInput } from './tool.ts';

interface WriteToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: RouteName;
  /** Routes that the dry run reads. */
  readonly reads: readonly RouteName[];
  readonly input: ToolInput;
  readonly isDestructive: boolean;
  readonly plan: (args: JsonObject, context: ToolContext) => Promise<Plan>;
}

/** What a write would do. */
export interface Plan {
  readonly summary: string;
  readonly environments: readonly SnapshotEnvironment[];
  readonly before: unknown;
  readonly after: unknown;
  readonly page: string;
}

const CONFIRM = 'confirm';

const confirm = {
  type: 'string',
  description:
    'The `confirm` value of a dry run. Without it nothing is changed: the tool returns the difference. Show it to the user before you confirm.',
};

/** A tool that changes something: the first call shows the difference, the second one with its `confirm` makes the change. */
export function writeTool({ route, reads, input, isDestructive, plan, ...spec }: WriteToolSpec): Tool {
  return {
    ...spec,
    description: `${spec.description} Dry run first: the call without \`confirm\` returns the difference only. Changes of production become change requests, which a person approves in the dashboard.`,
    routes: [route, ...reads],
    input: { ...input, own: { ...input.own, [CONFIRM]: confirm } },
    hints: { readOnlyHint: false, destructiveHint: isDestructive, idempotentHint: true, openWorldHint: false },
    askForLess: 'The whole difference is on the page in the dashboard.',
    run: async (args, context) => {
      const { summary, environments, before, after, page } = await plan(args, context);
      const difference = differenceOf(before, after);
      if (difference.length === 0)
        return { status: 'no_change', summary, next: 'Nothing to change: this is already the current state.' };
      const needsPerson = reachesProduction(environments);
      const token = tokenOf({ route, environments: environments.map(({ id }) => id), before, after });
      if (args[CONFIRM] !== token) {
        const isOutdated = args[CONFIRM] !== undefined;
        const then = needsPerson
          ? 'to request the change, which a person then approves in the dashboard'
          : 'to make the change';
        const next = `${isOutdated ? 'The state or the arguments differ from that dry run. ' : ''}Nothing was changed. Show the difference to the user; ${then}, call again with the same arguments and this confirm.`;
        return { status: 'dry_run', summary, difference, confirm: token, next };
      }
      const answer = await context.call(route, { ...requestOf(input, args, [CONFIRM]), needsPerson });
      const requested = requestedIn(answer);
      if (requested !== undefined) {
        const requests = context.link('production', 'settings?tab=requests');
        return {
          status: 'needs_a_person',
          summary,
          difference,
          change_request: requested,
          page: requests,
          next: `Nothing was changed yet. The change waits until a person approves it in the dashboard: ${requests}. Give the user this address.`,
        };
      }
      return { status: 'done', summary, difference, result: answer.data, page };
    },
  };
}

/** An assistant can repeat its own confirmation, so a change of production is confirmed by a person elsewhere. */
const reachesProduction = (environments: readonly SnapshotEnvironment[]): boolean =>
  environments.some(({ slug }) => slug === 'production');

/** The id of the change request that the change became, if it did. */
function requestedIn({ data }: JsonObject): unknown {
  const request = isJsonObject(data) ? data.change_request : undefined;
  return isJsonObject(request) ? request.id : undefined;
}

/** Of what was shown: another state or other arguments have another one. */
const tokenOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
