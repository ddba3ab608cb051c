import type { ApiClient } from '../client/api-client.ts';
import { type KeyKind, readKey } from '../config/key-kind.ts';

export interface CheckedKey {
  readonly kind: KeyKind | 'operator';
  readonly environment: string | undefined;
}

/** Asks the server with the key of the connection for something that its kind may read. Throws when it is refused. */
export async function checkKey(client: ApiClient): Promise<CheckedKey | undefined> {
  const { key, operatorToken } = client.connection;
  if (key === undefined) {
    if (operatorToken === undefined) return undefined;
    await client.data('listPlans');
    return { kind: 'operator', environment: undefined };
  }
  const kind = readKey(key.value)?.kind;
  if (kind === 'secret') await client.data('showOwnProject');
  else if (kind === 'publishable') await client.data('capabilities');
  else await client.data('definitions');
  return { kind: kind ?? 'dev', environment: readKey(key.value)?.environment };
}
