import type { ApiClient } from '../../client/api-client.ts';
import type { Definitions } from '../../codegen/model.ts';

/** Reads /v1/definitions, and again only when they have changed. */
export class DefinitionsReader {
  readonly #client: ApiClient;
  #etag: string | undefined;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async read(): Promise<Definitions> {
    return this.#client.data('definitions');
  }

  /** Undefined when nothing has changed since the last time. */
  async readChanged(): Promise<Definitions | undefined> {
    const headers = this.#etag === undefined ? {} : { 'If-None-Match': this.#etag };
    const response = await this.#client.open('definitions', {}, { headers });
    if (response.status === 304) return undefined;
    this.#etag = response.header('etag');
    return (await response.json<{ data: Definitions }>()).data;
  }
}
