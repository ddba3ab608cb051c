import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import type { ReferenceFact, ReferenceWorld } from './experiment-statistics.reference.ts';

/** Numbers that are the same on every run: mulberry32. */
export function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface WorldOptions {
  readonly seed: number;
  readonly people: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly experimentKey: string;
  readonly variants: readonly string[];
}

const sdks = ['@lamppost/browser', 'own-client', undefined] as const;

/**
 * People with devices and sessions who see variants and do things: some sign in late, on two devices or not at all, some
 * see two variants, some send no exposure, some send what is no number. No two facts have the same moment, so nothing
 * depends on how ties are broken. With an odd seed no two exposures have the same properties.
 */
export function experimentWorld(options: WorldOptions): ReferenceWorld {
  const { people, startMs, endMs, experimentKey, variants } = options;
  const uniform = seededUniform(options.seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(uniform() * of.length)] as T;
  const isHit = (share: number): boolean => uniform() < share;
  const facts: ReferenceFact[] = [];
  const identifies: { user: string; anonymous: string; atMs: number }[] = [];
  const taken = new Set<number>();
  const moment = (fromMs: number, toMs: number): number => {
    let atMs = Math.floor(fromMs + uniform() * (toMs - fromMs));
    while (taken.has(atMs)) atMs += 1;
    taken.add(atMs);
    return atMs;
  };
  const placeOf = ({ length }: readonly ReferenceFact[]) => (options.seed % 2 === 0 ? {} : { place: length });
  for (let person = 0; person < people; person++) {
    const devices = Array.from({ length: isHit(0.2) ? 2 : 1 }, (_, at) => ({
      device: `d${person}-${at}`,
      anonymous: `a${person}-${at}`,
      platform: pick(['ios', 'android', 'web', undefined]),
    }));
    const user = isHit(0.5) ? `u${person}` : undefined;
    const signsInMs = isHit(0.5) ? moment(startMs - 10 * DAY_MS, endMs) : 0;
    const variant = isHit(0.03) ? 'gone' : pick(variants);
    const sdk = pick(sdks);
    const lift = 1 + variants.indexOf(variant) * 0.3;
    for (const { device, anonymous, platform } of devices) {
      if (user !== undefined && isHit(0.4)) identifies.push({ user, anonymous, atMs: moment(startMs, endMs) });
      for (let session = 0; session < 1 + Math.floor(uniform() * 4); session++) {
        const beganMs = startMs - 12 * DAY_MS + uniform() * (endMs - startMs + 13 * DAY_MS);
        const id = isHit(0.9) ? `${device}-s${session}` : undefined;
        const seen = isHit(0.04) ? pick(variants) : variant;
        const isExposing = isHit(0.6);
        const fact = (kind: ReferenceFact['kind'], name: string, more: Partial<ReferenceFact> = {}): void => {
          const atMs = moment(beganMs, beganMs + HOUR_MS);
          const isKnown = user !== undefined && atMs >= signsInMs;
          const assignment = { variant_key: seen, ...(isHit(0.1) ? { subject_status: 'identity_changed' } : {}) };
          const isCarrying = kind === 'event' && isHit(0.5);
          facts.push({
            kind,
            atMs,
            name,
            ...(isKnown ? { user } : {}),
            ...(kind === 'event' && isHit(0.95) ? { anonymous } : {}),
            ...(isHit(0.95) ? { device } : {}),
            ...(id === undefined ? {} : { session: id }),
            ...(platform === undefined ? {} : { platform }),
            ...(sdk === undefined ? {} : { sdk }),
            properties: {},
            context: isCarrying
              ? isHit(0.5)
                ? { experiments: { [experimentKey]: seen } }
                : { experiment_assignments: { [experimentKey]: assignment } }
              : {},
            ...more,
          });
        };
        if (isExposing) {
          fact('event', '$experiment_exposure', {
            properties: { experiment_key: experimentKey, variant_key: isHit(0.02) ? null : seen, ...placeOf(facts) },
          });
        }
        fact('event', '$experiment_exposure', {
          properties: { experiment_key: 'other', variant_key: experimentKey },
          context: {},
        });
        for (let times = 0; times < Math.floor(uniform() * 5); times++) fact('event', 'view');
        for (let times = 0; times < Math.floor(uniform() * 3 * lift); times++) {
          fact('event', 'buy', { properties: { price: priceOf(uniform, lift), items: 1 + Math.floor(uniform() * 3) } });
        }
        if (isHit(0.6)) fact('metric', 'cold_start', { valueMs: 300 + 2_000 * uniform() ** 3 * lift });
        if (isHit(0.15)) fact('metric', 'anr_detected', { valueMs: 6_000 });
        if (isHit(0.1)) fact('crash', 'crash');
      }
    }
  }
  return { facts, identifies };
}

function priceOf(uniform: () => number, lift: number): unknown {
  const kind = uniform();
  if (kind < 0.04) return undefined;
  if (kind < 0.06) return 'free';
  if (kind < 0.08) return null;
  if (kind < 0.09) return 1e200;
  if (kind < 0.15) return -5 * uniform();
  return kind < 0.17 ? 10_000 * uniform() : 20 * uniform() * lift;
}
