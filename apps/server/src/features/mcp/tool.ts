import type { JsonObject, RouteName } from '@lamppost/protocol';
import type { SnapshotEnvironment } from '../../edge/edge-snapshot.ts';
import type { RouteCall } from './route-call.ts';

/** What a tool may use while it runs. */
export interface ToolContext {
  /** Sends a request to a route with the caller's own key, so that route decides what the key may. */
  readonly call: RouteCall;
  /** The environment of that id or slug; the key's own when absent. */
  readonly environment: (idOrSlug: unknown) => SnapshotEnvironment;
  /** All that the key can reach. */
  readonly environments: () => readonly SnapshotEnvironment[];
  /** JSON Schema of a kind of query, or which kinds there are. */
  readonly describeQuery: (kind: string) => unknown;
  /** Address of a page of the dashboard. */
  readonly link: (environmentSlug: string, path: string) => string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Offered to keys that may use all of these. The first is the one that the tool is about. */
  readonly routes: readonly [RouteName, ...RouteName[]];
  readonly input: ToolInput;
  readonly hints: ToolHints;
  /** What to do when the result was cut. */
  readonly askForLess: string;
  run(args: JsonObject, context: ToolContext): Promise<unknown>;
}

/** Which members of the requests of its first route a tool takes, and which of its own. */
export interface ToolInput {
  /** Parameters of the path. */
  readonly params?: readonly ToolParam[];
  /** Names of members of the route's query. */
  readonly query?: readonly string[];
  /** All members of the route's body, or these. */
  readonly body?: 'all' | readonly string[];
  /** JSON Schemas of what the route does not have. */
  readonly own?: Readonly<Record<string, JsonObject>>;
  /** Of `own`. */
  readonly required?: readonly string[];
}

interface ToolParam {
  /** As the tool calls it. */
  readonly name: string;
  /** As the path of the route calls it. */
  readonly of: string;
  readonly description: string;
}

interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}
