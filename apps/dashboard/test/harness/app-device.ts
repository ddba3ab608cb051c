import type { Bootstrap } from './lamppost-server.ts';
import type { OwnProject } from './own-project.ts';

interface ServedConfig {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, { readonly variant_key: string }>>;
}

/** What an app with the publishable key is served, as a device. */
export class AppDevice {
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #id: string;

  constructor(bootstrap: Bootstrap, project: OwnProject, id: string) {
    this.#baseUrl = bootstrap.base_url;
    this.#key = project.keys.production.publishable;
    this.#id = id;
  }

  async identify(userId: string, attributes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#send('POST', '/v1/devices/register', { device_id: this.#id });
    const path = `/v1/devices/${encodeURIComponent(this.#id)}/identify`;
    await this.#send('POST', path, { user_id: userId, attributes });
  }

  config(): Promise<ServedConfig> {
    return this.#send<ServedConfig>('GET', '/v1/config');
  }

  ingest(batch: readonly unknown[]): Promise<{ accepted: number }> {
    return this.#send('POST', '/v1/ingest', { batch });
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#key}`,
        'Content-Type': 'application/json',
        'X-Device-ID': this.#id,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  }
}
