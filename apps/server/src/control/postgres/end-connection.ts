import type { Client } from 'pg';

/** A connection is often ended because it is broken, and says so once more: whoever ends it knows already. */
export async function endConnection(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    // The socket is closed either way.
  }
}
