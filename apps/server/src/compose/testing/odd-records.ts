import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import type { LogRecord, RejectedEvent } from '../../collect/event-log/log-record.ts';
import { seededRandom } from '../../telemetry/testing/seeded-random.ts';
import { batchRecord, environmentId, receivedAtMs } from './sample-log.ts';

/** Ids that are odd in one way or another, few enough that they meet again and again. */
export const oddIds = ['u1', 'U1', 'ü ☃ 𝒳', `o'neil "x" \\ \\n`, '0', 'null', '42', 'é', 'x'.repeat(300), '/a?b=c&d'];
export const oddNames = ['tap', 'Tap', 'käse/✓', "it's", 'opened$', 'zoë 😀', '{}', '"'];

/** Another order than as text, for an engine that compares the halves of a UUID the other way round. */
const otherEnvironment = 'f18f2f6e-7c1a-7000-8000-000000000001';
const platforms = [undefined, '', 'ios', 'iPadOS', 'ANDROID', 'web', 'node', 'car', 'visionOS'];
const versions = [undefined, '', '1.0', '1.0 (7)', 'unknown', '$VERSION {1}', '2.0\n', 'β2', `1.${'0'.repeat(80)}`];
const properties = [
  undefined,
  '{}',
  '{"a":1,"b":{"c":[1,2.50,null],"d":"x"},"n":12345678901234567890123}',
  '{"a":"ü/\\u0041","z":true,"a.b":1e21,"big":9007199254740993}',
  '{"a":null,"list":[],"nested":{"deep":{"deeper":{"deepest":1}}}}',
  '[1,2]',
];

/** Records of every kind, always the same for a seed: odd ids, equal times, times of year 1 and of tomorrow. */
export class OddRecords {
  readonly #random: () => number;
  #ids = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  some(count: number): LogRecord[] {
    return Array.from({ length: count }, () => this.#record());
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }

  #record(): LogRecord {
    const more = {
      receivedAtMs: receivedAtMs - this.pick([0, 0, 1, HOUR_MS, 30 * HOUR_MS, 9 * DAY_MS, 40 * DAY_MS]),
      ...(this.#random() < 0.1 ? { environmentId: otherEnvironment } : { environmentId }),
    };
    const kind = this.pick(['events', 'events', 'events', 'crash', 'metrics', 'device', 'link', 'failed'] as const);
    switch (kind) {
      case 'events': {
        const events = Array.from({ length: 1 + Math.floor(this.#random() * 6) }, () => this.#event());
        return batchRecord(`{"batch":[${events.join(',')}]}`, more);
      }
      case 'failed':
        return batchRecord({ batch: [], context: this.#context() }, { ...more, rejected: this.#rejected() });
      case 'crash':
        return batchRecord({ ...this.#report(), crash_id: this.#uuid(), timestamp: this.#time() }, { kind, ...more });
      case 'metrics':
        return batchRecord(
          { batch: Array.from({ length: 4 }, () => this.#metric()), context: this.#report() },
          { kind, ...more },
        );
      case 'device':
        return batchRecord({ ...this.#report(), anonymous_id: this.#id() }, { kind, ...more });
      case 'link': {
        const ids = { anonymous_id: this.pick(oddIds), user_id: this.pick(oddIds), device_id: this.#id() };
        return batchRecord(ids, { kind, ...more });
      }
    }
  }

  /** As text, so that its properties keep their digits. */
  #event(): string {
    const said = this.pick(properties);
    const event = JSON.stringify({
      event: this.pick(oddNames),
      ...(this.#random() < 0.2 ? { event_id: this.pick(['one', 'two', this.#uuid()]) } : {}),
      timestamp: this.#time(),
      context: this.#context(),
    });
    return said === undefined ? event : `${event.slice(0, -1)},"properties":${said}}`;
  }

  #context() {
    return {
      user: { id: this.#id(), anonymous_id: this.#id() },
      device: { id: this.#id(), platform: this.pick(platforms), country: this.pick([undefined, 'DE', '']) },
      session: { id: this.#id() },
      app: { version: this.pick(versions) },
    };
  }

  #report() {
    return {
      user_id: this.#id(),
      device_id: this.#id(),
      session_id: this.#id(),
      platform: this.pick(platforms),
      app_version: this.pick(versions),
      exception_type: this.pick([undefined, 'E', 'ü"']),
    };
  }

  #metric() {
    return {
      metric_type: this.pick(['network', 'app_start']),
      metric_name: this.pick(['https://a.example/', 'dns_lookup', 'ü']),
      value_ms: this.pick([0, 0.1, 1 / 3, 17, 17, 1e9, this.#random() * 1_000]),
      ...(this.#random() < 0.5 ? { status_code: this.pick([200, 404, 500]) } : {}),
      ...(this.#random() < 0.3 ? { is_error: this.#random() < 0.5 } : {}),
    };
  }

  #rejected(): RejectedEvent[] {
    return Array.from({ length: 1 + Math.floor(this.#random() * 3) }, (_, index) => ({
      index,
      reason: this.pick(['too big', 'does not fit', 'ü "reason"']),
      eventJson: this.pick([
        this.#event(),
        `{"event":"raw","user_id":${JSON.stringify(this.pick(oddIds))},"long":12345678901234567890123}`,
        `{"event":"numbers","context":{"user_id":42,"device_id":0}}`,
        `{"event":"long \\u00fc","event_id":7,"context":{"user":{"id":"u1"}},"blob":"${'b'.repeat(9_000)}"}`,
        '[1,2,"u1"]',
        '"u1"',
        `{"deep":${'['.repeat(2_000)}${']'.repeat(2_000)},"device_id":"u1"}`,
      ]),
      ...(this.#random() < 0.6 ? { setApart: { driftMs: this.pick([0, -5_000]), sentAt: this.#time() } } : {}),
    }));
  }

  #id(): string | undefined {
    return this.#random() < 0.4 ? this.pick([undefined, '']) : this.pick(oddIds);
  }

  #time(): string {
    const age = this.pick([0, 0, 1, 60_000, HOUR_MS, 13 * HOUR_MS, 3 * DAY_MS, 200 * DAY_MS, -HOUR_MS]);
    const time = new Date(receivedAtMs - age).toISOString();
    return this.pick([time, time, time, '0001-01-01T00:00:00.001Z', '1969-12-31T23:59:59.999Z']);
  }

  #uuid(): string {
    return `018f2f6e-7c1a-7000-8000-${String(++this.#ids).padStart(12, '0')}`;
  }
}
