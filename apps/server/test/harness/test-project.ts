import { randomBytes } from 'node:crypto';
import type { FullResponse, RequestToSend } from './send-request.ts';
import { type Bootstrap, type TestServer, waitUntil } from './server.ts';

export interface RejectedItem {
  readonly index: number;
  readonly event: string;
  readonly reason: string;
  readonly event_id?: string;
}

export interface IngestData {
  readonly accepted: number;
  readonly rejected?: readonly RejectedItem[];
  readonly validation_warnings?: readonly { index: number; event: string; field: string; message: string }[];
}

export interface EventRow {
  readonly id: string;
  readonly event_id: string | null;
  readonly event: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly user_id: string | null;
  readonly anonymous_id: string | null;
  readonly device_id: string | null;
  readonly session_id: string | null;
  readonly timestamp: string;
  readonly received_at: string;
}

export interface FailedRow {
  readonly id: string;
  readonly kind: string;
  readonly event: string;
  readonly reason: string;
  readonly raw: unknown;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: { formErrors: string[]; fieldErrors: Record<string, string[]>; reason?: string };
}

/** An answer that has been read to its end. */
export class ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  static async of(response: Promise<Response>): Promise<ApiResponse> {
    const { status, headers, ...rest } = await response.then(async (got) => ({
      status: got.status,
      headers: got.headers,
      text: await got.text(),
    }));
    return new ApiResponse(status, headers, rest.text);
  }

  static async to(request: Promise<FullResponse>): Promise<ApiResponse> {
    const { status, headers, text } = await request;
    return new ApiResponse(status, headers, text);
  }

  get json(): unknown {
    return JSON.parse(this.text);
  }

  data<T = IngestData>(): T {
    return (this.json as { data: T }).data;
  }

  get error(): ErrorBody {
    return (this.json as { error: ErrorBody }).error;
  }
}

type Init = RequestToSend & { key?: string | null };

/** A project of its own, so that tests which share a server do not see each other. */
export class TestProject {
  readonly server: TestServer;
  readonly id: string;
  readonly keys: Bootstrap['keys'];

  private constructor(server: TestServer, id: string, keys: Bootstrap['keys']) {
    this.server = server;
    this.id = id;
    this.keys = keys;
  }

  static async create(server: TestServer, plan = 'unmetered'): Promise<TestProject> {
    const { id, keys } = await server.createProject(`t-${randomBytes(8).toString('hex')}`, plan);
    return new TestProject(server, id, keys);
  }

  /** The same project on a server that was restored. */
  on(server: TestServer): TestProject {
    return new TestProject(server, this.id, this.keys);
  }

  get publishable(): string {
    return this.keys.production.publishable;
  }

  get secret(): string {
    return this.keys.production.secret;
  }

  /** With the publishable key unless told otherwise. */
  send(method: string, path: string, init: Init = {}): Promise<ApiResponse> {
    return ApiResponse.to(this.server.send(path, { key: this.publishable, ...init, method }));
  }

  get(path: string, init: Init = {}): Promise<ApiResponse> {
    return this.send('GET', path, { key: this.secret, ...init });
  }

  /** A string goes out as it is. */
  post(path: string, body: unknown, init: Init = {}): Promise<ApiResponse> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const headers = { 'Content-Type': 'application/json', ...(init.headers as Record<string, string> | undefined) };
    return this.send('POST', path, { ...init, headers, body: isRaw ? body : JSON.stringify(body) });
  }

  ingest(body: unknown, init: Init = {}): Promise<ApiResponse> {
    return this.post('/v1/ingest', body, init);
  }

  /** Waits until exactly this many are stored and returns them in the order in which they were stored. */
  async events(count: number, query = '', key = this.secret): Promise<EventRow[]> {
    await this.server.waitForCount(count, query, key);
    const limited = `/v1/events${query === '' ? '?' : `${query}&`}limit=100`;
    const rows = (await this.get(limited, { key })).data<EventRow[]>();
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The only event that is stored. */
  async event(query = ''): Promise<EventRow> {
    const [row] = await this.events(1, query);
    if (row === undefined) throw new Error('There is no event');
    return row;
  }

  async failedEvents(count: number, query = ''): Promise<FailedRow[]> {
    let rows: FailedRow[] = [];
    await waitUntil(async () => {
      const response = await this.get(`/v1/events/failed${query === '' ? '?' : `${query}&`}limit=100`);
      if (response.status === 503) return false;
      rows = response.data<FailedRow[]>();
      return rows.length >= count;
    });
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}
