import type { JsonObject } from '@lamppost/protocol';
import type { RouteRequest } from './route-call.ts';
import type { ToolInput } from './tool.ts';

/** The arguments of a tool as a request to its route: what is neither in the path nor the query is the body, but for what the tool handles itself. */
export function requestOf(
  { params = [], query = [], body }: ToolInput,
  args: JsonObject,
  handled: readonly string[] = [],
): RouteRequest {
  const isElsewhere = new Set([...params.map(({ name }) => name), ...query, ...handled]);
  const rest = Object.entries(args).filter(([name]) => !isElsewhere.has(name));
  return {
    params: Object.fromEntries(params.map((param) => [param.of, String(args[param.name])])),
    query: Object.fromEntries(query.map((name) => [name, args[name]])),
    ...(body === undefined ? {} : { body: Object.fromEntries(rest) }),
  };
}
