import type { Route } from './route.ts';

/** For assistants: the Model Context Protocol. Bodies and answers are JSON-RPC messages. */
export const mcpRoutes = {
  mcp: {
    method: 'POST',
    path: '/mcp',
    access: ['secret', 'dev'],
    summary:
      'Model Context Protocol over streamable HTTP, without sessions: a JSON-RPC message in, its response out. Offers the tools whose routes the key may use',
    success: { 200: null, 202: null },
    failures: [400],
  },
} as const satisfies Record<string, Route>;
