import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { TestServer } from '../harness/server.ts';

const cli = fileURLToPath(new URL('../../../../dist/product/apps/cli/dist/main.js', import.meta.url));

/** As most clients are today, or without a handshake, as the newest revision of the protocol is. */
type Era = 'legacy' | { readonly pin: string };

export interface ToolText {
  readonly isError: boolean;
  readonly texts: readonly string[];
  /** The first text, which is JSON unless the tool failed. */
  readonly json: unknown;
}

/** The SDK's own client, and what an assistant does with it. */
export class McpTestClient {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static async overHttp(server: TestServer, key: string, era: Era = 'legacy'): Promise<McpTestClient> {
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    });
    return await McpTestClient.#connected(transport, era);
  }

  static async overStdio(server: TestServer, key: string): Promise<McpTestClient> {
    const env = { PATH: process.env.PATH ?? '', LP_URL: server.url, LP_KEY: key };
    return await McpTestClient.#connected(
      new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env }),
      'legacy',
    );
  }

  static async #connected(
    transport: StreamableHTTPClientTransport | StdioClientTransport,
    era: Era,
  ): Promise<McpTestClient> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
    await client.connect(transport);
    return new McpTestClient(client);
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolText> {
    const result = await this.client.callTool({ name, arguments: args });
    const texts = (result.content as { text: string }[]).map(({ text }) => text);
    const isError = result.isError === true;
    return { isError, texts, json: isError ? undefined : JSON.parse(texts[0] ?? 'null') };
  }

  /** What a tool returned, which must not have failed. */
  async done<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    const { isError, texts, json } = await this.call(name, args);
    if (isError) throw new Error(`${name} failed: ${texts.join('\n')}`);
    return json as T;
  }
}
