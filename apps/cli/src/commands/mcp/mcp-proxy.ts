import type { ApiClient } from '../../client/api-client.ts';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';

type Json = Record<string, unknown>;

/** A JSON-RPC error of the server, with its code. */
class McpFailure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Sends messages to POST /mcp. The tools and their results are the server's: nothing is known of them here. */
export class McpProxy {
  readonly #client: ApiClient;
  #sent = 0;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async send(method: string, params: Json, signal?: AbortSignal): Promise<Json> {
    this.#sent += 1;
    const message = { jsonrpc: '2.0', id: this.#sent, method, params };
    const bytes = Buffer.from(JSON.stringify(message));
    // Queries may take a while; the assistant cancels what takes too long.
    const response = await this.#client.open('mcp', {}, { bytes, signal, timeoutMs: Number.POSITIVE_INFINITY });
    const { result, error } = JSON.parse(await response.text()) as {
      result?: Json;
      error?: { code: number; message: string };
    };
    if (error !== undefined) throw new McpFailure(error.code, error.message);
    if (result !== undefined) return result;
    throw new CliError('The server did not answer as an MCP server.', { exitCode: exitCodes.unreachable });
  }
}
