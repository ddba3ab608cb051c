import type { RouteName } from '@lamppost/protocol';
import { requestOf } from './request-of.ts';
import type { Tool, ToolInput } from './tool.ts';

interface ReadToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: RouteName;
  readonly input?: ToolInput;
  readonly askForLess?: string;
}

const ASK_FOR_FEWER = 'Ask for fewer rows with `limit`, or filter; `cursor` continues a list.';

export const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** A tool that is one request to a route. */
export function readTool({ route, input = {}, askForLess = ASK_FOR_FEWER, ...spec }: ReadToolSpec): Tool {
  return {
    ...spec,
    routes: [route],
    input,
    hints: readOnly,
    askForLess,
    run: async (args, { call }) => await call(route, requestOf(input, args)),
  };
}
