import type { Bootstrap } from './lamppost-server.ts';

/** The `data` of a request with the secret key of a project; a GET unless something else is said. */
export type Ask = <T>(path: string, init?: { readonly method: string; readonly body: string }) => Promise<T>;

export const askAs =
  ({ base_url, keys }: Bootstrap): Ask =>
  async (path, init) => {
    const headers = { Authorization: `Bearer ${keys.production.secret}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${base_url}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()).data;
  };
