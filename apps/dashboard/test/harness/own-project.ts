import { expect } from '@playwright/test';
import type { Bootstrap } from './lamppost-server.ts';

interface Keys {
  readonly publishable: string;
  readonly secret: string;
}

/** A project that a test may do anything to. */
export class OwnProject {
  readonly slug: string;
  readonly id: string;
  readonly keys: { readonly production: Keys; readonly development: Keys };
  readonly #baseUrl: string;

  private constructor(baseUrl: string, made: Pick<OwnProject, 'slug' | 'id' | 'keys'>) {
    this.#baseUrl = baseUrl;
    this.slug = made.slug;
    this.id = made.id;
    this.keys = made.keys;
  }

  static async make(bootstrap: Bootstrap, slug: string): Promise<OwnProject> {
    const project = await send<Pick<OwnProject, 'id' | 'keys'>>(
      bootstrap.base_url,
      'POST',
      '/v1/projects',
      bootstrap.operator_token,
      { slug, name: slug, plan: 'unmetered' },
    );
    const own = new OwnProject(bootstrap.base_url, { slug, ...project });
    await own.api('POST', '/v1/members', { email: bootstrap.owner.email, role: 'owner' });
    return own;
  }

  /** The address of a page of this project: `page('/flags')`. */
  page(path: string, environment = 'production'): string {
    return `/p/${this.slug}/${environment}${path}`;
  }

  /** The `data` of a request with the project's secret key. */
  api<T>(method: string, path: string, body?: unknown): Promise<T> {
    return send<T>(this.#baseUrl, method, path, this.keys.production.secret, body);
  }

  /** Sends events and waits until queries see them: a page that was opened earlier would not ask again for minutes. */
  async store(batch: readonly object[]): Promise<void> {
    const stored = async () => (await this.api<{ count: number }>('GET', '/v1/events/count')).count;
    const before = await stored();
    await this.api('POST', '/v1/ingest', { batch });
    await expect.poll(stored, { timeout: 60_000 }).toBe(before + batch.length);
  }
}

async function send<T>(baseUrl: string, method: string, path: string, key: string, body?: unknown): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}
