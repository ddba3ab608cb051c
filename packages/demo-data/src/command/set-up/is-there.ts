import type { ApiClient } from '../api-client.ts';

/** Whether the server has it; only a 404 says that it does not. */
export async function isThere(client: ApiClient, path: string): Promise<boolean> {
  return (await client.send('GET', path, undefined, [404])).status !== 404;
}
