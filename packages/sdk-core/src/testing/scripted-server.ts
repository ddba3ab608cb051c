import type { PlatformRequest } from '../platform.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How a request goes wrong. A number is a status in the server's own words. */
export type Fault =
  | number
  | 'network'
  | 'hang'
  /** It was taken, and nobody heard. */
  | 'lost-answer'
  | 'garbage'
  | 'html'
  | 'truncated'
  | { readonly status: number; readonly retryAfter?: string; readonly body?: string };

export interface SeenRequest {
  readonly path: string;
  readonly atMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SeenEvent {
  readonly event: string;
  readonly event_id: string;
  readonly timestamp: string;
  readonly properties?: Record<string, unknown>;
  readonly context: Record<string, Record<string, unknown>>;
}

/** What the network hands over. */
export interface ScriptedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Reading the body fails. */
  readonly isTruncated?: boolean;
}

const MAX_BODY_BYTES = 1_048_576;
const envelope = (status: number): string => JSON.stringify({ error: { code: 'TEST', message: `status ${status}` } });

/** Does what the contract says, except where its script says otherwise. */
export class ScriptedServer {
  readonly requests: SeenRequest[] = [];
  /** As stored: an event id counts once, the first one wins. */
  readonly events = new Map<string, SeenEvent>();
  readonly crashes = new Map<string, Record<string, unknown>>();
  readonly metrics = new Map<string, Record<string, unknown>>();
  readonly users = new Map<string, string>();
  readonly devices = new Map<string, Record<string, unknown>>();
  /** Taken from the front, one a request. */
  readonly script: Fault[] = [];
  /** Requests that the script concerns. */
  isScripted: (path: string) => boolean = (path) => path === '/v1/ingest';
  /** Every request, while it says so; after the script. */
  fault: ((path: string) => Fault | undefined) | undefined;
  config: { flags: Record<string, unknown>; experiments: Record<string, unknown>; config_version: string } = {
    flags: {},
    experiments: {},
    config_version: '1',
  };
  clockErrorMs = 0;
  maxEvents = 100;

  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  of(path: string): SeenRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  named(name: string): SeenEvent[] {
    return [...this.events.values()].filter(({ event }) => event === name);
  }

  /** Undefined: there is no answer, and never will be. An error: the connection broke. */
  respond(path: string, request: PlatformRequest): ScriptedResponse | undefined | Error {
    const { headers, body = '' } = request;
    this.requests.push({ path, atMs: this.#clock.nowMs, headers, body });
    const fault = this.isScripted(path) ? (this.script.shift() ?? this.fault?.(path)) : this.fault?.(path);
    if (fault === undefined) return this.#answer(path, headers, body);
    if (fault === 'network') return new Error('connection refused');
    if (fault === 'hang') return undefined;
    if (fault === 'lost-answer') {
      this.#answer(path, headers, body);
      return new Error('connection reset');
    }
    if (fault === 'garbage') return this.#reply(200, '{"data": {"flags": ');
    if (fault === 'html') return this.#reply(200, '<html><body>Sign in to the network</body></html>');
    if (fault === 'truncated') return { ...(this.#answer(path, headers, body) as ScriptedResponse), isTruncated: true };
    if (typeof fault === 'number') return this.#reply(fault, envelope(fault));
    const { status, retryAfter, body: text = envelope(status) } = fault;
    return this.#reply(status, text, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  }

  #reply(status: number, body: string, headers: Record<string, string> = {}): ScriptedResponse {
    const nowMs = this.#clock.nowMs + this.clockErrorMs;
    const date = new Date(Math.floor(nowMs / 1e3) * 1e3).toUTCString();
    return { status, body, headers: { date, ...headers } };
  }

  #answer(path: string, headers: Readonly<Record<string, string>>, body: string): ScriptedResponse {
    const device = headers['X-Device-ID'] ?? '';
    const data = (status: number, value: unknown): ScriptedResponse =>
      this.#reply(status, JSON.stringify({ data: value }));
    if (path === '/v1/config') {
      const etag = `"${this.config.config_version}-${device}-${this.users.get(device) ?? ''}"`;
      if (headers['If-None-Match'] === etag) return this.#reply(304, '');
      return data(200, { ...this.config, etag });
    }
    if (body.length > MAX_BODY_BYTES) return this.#reply(413, envelope(413));
    const parsed = JSON.parse(body);
    if (path === '/v1/devices/register') {
      this.devices.set(parsed.device_id, parsed);
      return data(201, { device_id: parsed.device_id });
    }
    if (path.endsWith('/identify')) {
      const id = path.split('/')[3] as string;
      if (!this.devices.has(id)) return this.#reply(404, envelope(404));
      this.users.set(id, parsed.user_id);
      return data(200, { device_id: id, user_id: parsed.user_id });
    }
    if (path === '/v1/crashes/report') {
      if (!this.crashes.has(parsed.event_id)) this.crashes.set(parsed.event_id, parsed);
      return data(202, { accepted: 1, crash_id: parsed.event_id });
    }
    const store: Map<string, unknown> = path === '/v1/ingest' ? this.events : this.metrics;
    if (parsed.batch.length > this.maxEvents) return this.#reply(413, envelope(413));
    const rejected = [];
    for (const [index, item] of parsed.batch.entries()) {
      if (item.event === '') rejected.push({ index, event: '', reason: 'event is empty' });
      else if (!store.has(item.event_id)) store.set(item.event_id, { context: parsed.context, ...item });
    }
    return data(202, {
      accepted: parsed.batch.length - rejected.length,
      ...(rejected.length > 0 && { rejected }),
    });
  }
}
