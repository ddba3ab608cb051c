import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@lamppost/protocol';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { batchRecord } from './sample-log.ts';

/** Numbers that are the same on every run: mulberry32. */
function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number as it is spelled, digits and all: JSON.stringify knows no 1.0. */
const spelled = (number: string): string => `\u0001${number}`;
const bodyOf = (value: unknown): string => JSON.stringify(value).replaceAll(/"\\u0001([^"]*)"/g, '$1');

const texts = ['', 'a', 'B', 'é', '😀 x', "it's", 'a\\b', '%_', 'x\ty'] as const;
const numbers = ['0', '1', '1.0', '-0.0', '1e21', '850000000000000000000', '1.5', '1e-7', '9007199254740993'] as const;

/**
 * Events, metrics and crash reports of a few hours that say what they are in every odd way that is accepted. No two have
 * the same moment: where several things are said at one, hashes decide, and engines have their own.
 */
export class RandomFacts {
  readonly #uniform: () => number;
  readonly #startMs: number;
  #moments = 0;

  constructor(seed: number, startMs: number) {
    this.#uniform = seededUniform(seed);
    this.#startMs = startMs;
  }

  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#uniform() * of.length)] as T;
  }

  isHit(share: number): boolean {
    return this.#uniform() < share;
  }

  number(): number {
    return this.#uniform();
  }

  atMs(): number {
    this.#moments += 1;
    return this.#startMs + Math.floor(this.#uniform() * 24) * HOUR_MS + this.#moments;
  }

  /** A value of a flag or a property. */
  value(depth = 1): unknown {
    const kind = this.#uniform();
    if (kind < 0.3) return this.pick(texts);
    if (kind < 0.6) return spelled(this.pick(numbers));
    if (kind < 0.75) return this.pick([true, false, null]);
    if (depth === 0) return 'deep';
    return kind < 0.9 ? { k: this.value(0), '': this.value(0) } : [this.value(0), this.value(0)];
  }

  object(keys: readonly string[]): unknown {
    if (this.isHit(0.05)) return this.pick(['text', [1, 2], null]);
    return Object.fromEntries(keys.filter(() => this.isHit(0.6)).map((key) => [key, this.value()]));
  }

  /** What metrics and crash reports say of where they come from. */
  place(people: number): Record<string, unknown> {
    const person = Math.floor(this.#uniform() * people);
    const some = (value: unknown, share = 0.7): unknown => (this.isHit(share) ? value : undefined);
    return {
      session_id: some(`s${person}-${this.pick([1, 2])}`, 0.85),
      user_id: some(`u${person % 7}`, 0.3),
      device_id: some(`d${person}`),
      app_version: some(this.pick(['1.0', '1.10', '2.0', ''])),
      platform: some(this.pick(['ios', 'IOS', 'android', 'web', 'fridge', ''])),
      os_version: some(this.pick(['17', '18.1', ''])),
      device_model: some(this.pick(texts)),
    };
  }

  event(
    name: string,
    people: number,
    more: Readonly<Record<string, unknown>> = {},
    flags = ['f', 'g', 'é'],
  ): LogRecord {
    const { session_id, user_id, device_id, app_version, platform, os_version, device_model } = this.place(people);
    const context = {
      session: { id: session_id },
      user: { id: user_id, anonymous_id: this.isHit(0.6) ? `a${String(device_id).slice(1)}` : undefined },
      device: {
        id: device_id,
        platform,
        os_version,
        os_name: this.pick([undefined, 'iOS', 'linux', 'Odd']),
        model: device_model,
      },
      app: { version: app_version },
      ...(this.isHit(0.7) ? { flags: this.object(flags) } : {}),
      ...(this.isHit(0.5) ? { experiments: this.object(['e', 'f']) } : {}),
    };
    const timestamp = new Date(this.atMs()).toISOString();
    return batchRecord(
      bodyOf({ batch: [{ event: name, event_id: randomUUID(), timestamp, properties: more, context }] }),
    );
  }

  metric(type: string, name: string, valueMs: number, people: number, flags = ['f', 'g', 'é']): LogRecord {
    const context = {
      ...this.place(people),
      country: this.pick([undefined, 'DE', 'FR']),
      network_type: this.pick([undefined, 'wifi', '']),
      ...(this.isHit(0.7) ? { active_flags: this.object(flags) } : {}),
      ...(this.isHit(0.5) ? { active_experiments: this.object(['e', 'f']) } : {}),
    };
    const metric = {
      event_id: randomUUID(),
      metric_type: type,
      metric_name: name,
      value_ms: valueMs,
      status_code: this.pick([undefined, 200, 404, 503, 99, 700]),
      is_error: this.pick([undefined, undefined, true, false]),
      timestamp: new Date(this.atMs()).toISOString(),
      context,
    };
    return batchRecord(bodyOf({ batch: [metric] }), { kind: 'metrics' });
  }

  crash(crashId: string, people: number, flags = ['f', 'g', 'é']): LogRecord {
    const report = {
      crash_id: crashId,
      timestamp: new Date(this.atMs()).toISOString(),
      ...this.place(people),
      ...(this.isHit(0.7) ? { active_flags: this.object(flags) } : {}),
      ...(this.isHit(0.5) ? { active_experiments: this.object(['e', 'f']) } : {}),
    };
    return batchRecord(bodyOf(report), { kind: 'crash' });
  }
}
