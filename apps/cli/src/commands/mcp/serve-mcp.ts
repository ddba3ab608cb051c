import { type CallToolResult, type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ApiClient } from '../../client/api-client.ts';
import { CliError } from '../../exit/cli-error.ts';
import { version } from '../../version.ts';
import { McpProxy } from './mcp-proxy.ts';

/** Until the assistant closes the input. Standard output belongs to the protocol. */
export async function serveMcp(client: ApiClient, note: (line: string) => void): Promise<void> {
  const proxy = new McpProxy(client);
  const clientInfo = { name: 'lamppost-cli', version };
  // A wrong address or key is said now, not at the first use of a tool.
  const { instructions } = await proxy.send('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo,
  });
  const closed = new Promise<void>((resolve) => process.stdin.once('close', resolve));
  const handle = serveStdio(() => serverOf(proxy, typeof instructions === 'string' ? instructions : ''), {
    onerror: (error) => note(error.message),
  });
  await closed;
  await handle.close();
}

function serverOf(proxy: McpProxy, instructions: string): Server {
  const server = new Server(
    { name: 'lamppost', title: 'Lamppost', version: version },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  server.setRequestHandler(
    'tools/list',
    async () => (await proxy.send('tools/list', {})) as unknown as ListToolsResult,
  );
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, { mcpReq }) => {
    try {
      const result = await proxy.send('tools/call', { name, arguments: args ?? {} }, mcpReq.signal);
      return result as unknown as CallToolResult;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return { isError: true, content: [{ type: 'text', text: [error.message, error.hint].join('\n').trim() }] };
    }
  });
  return server;
}
