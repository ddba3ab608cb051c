import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../client/api-client.ts';

const HOUR_MS = 3_600_000;
const POLL_MS = 250;
const MAX_WAIT_MS = 5000;

/** Counts what the server drops because it has it already, from its ledger. Live events of that time are counted too. */
export class DuplicateCount {
  readonly #client: ApiClient;
  readonly #from = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
  #before: { received: number; duplicate: number } | undefined;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    this.#before = await this.#totals();
  }

  /** Null when the server cannot tell, or has not loaded all of it yet. */
  async end(received: number): Promise<number | null> {
    if (this.#before === undefined) return null;
    for (let waitedMs = 0; waitedMs <= MAX_WAIT_MS; waitedMs += POLL_MS) {
      const now = await this.#totals();
      if (now === undefined) return null;
      if (now.received - this.#before.received >= received) return now.duplicate - this.#before.duplicate;
      await sleep(POLL_MS);
    }
    return null;
  }

  async #totals(): Promise<{ received: number; duplicate: number } | undefined> {
    const slug = this.#client.connection.key?.value.split('_')[2];
    const to = new Date(Date.now() + HOUR_MS).toISOString();
    const query = { from: this.#from, to, ...(slug === undefined ? {} : { environment_id: slug }) };
    try {
      return (await this.#client.data('usageLedger', { query })).totals;
    } catch {
      return undefined;
    }
  }
}
