import { behaviour, incident } from './behaviour.ts';
import { recipes } from './catalogue.ts';
import type { DeviceAge } from './device-models.ts';
import type { Device } from './person.ts';
import type { Random } from './random.ts';
import { badReleaseIndex } from './releases.ts';
import type { Step, StepKind } from './session-script.ts';

export interface DemoMetric {
  readonly metric_type: string;
  readonly metric_name: string;
  readonly value_ms: number;
  readonly afterMs: number;
  readonly status_code?: number;
  readonly is_error?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export interface MetricFacts {
  readonly device: Device;
  readonly release: number;
  readonly isIncident: boolean;
  readonly networkType: string;
  readonly steps: readonly Step[];
}

const api = 'https://api.larder.example/v1';
const requests: Partial<
  Record<StepKind, readonly [path: (random: Random) => string, medianMs: number, errors: number]>
> = {
  session_start: [() => '/home?page=1', 180, 0.004],
  search_performed: [() => '/search?q=pasta', 240, 0.006],
  recipe_viewed: [(random) => `/recipes/${random.between(1, recipes.length)}`, 130, 0.003],
  cart_item_added: [() => '/cart/items', 110, 0.004],
  checkout_started: [(random) => `/checkout/${random.uuid()}/slots`, 390, 0.012],
  purchase: [() => '/orders', 720, 0.015],
  payment_failed: [() => '/orders', 2_400, 1],
};

const slowness: Record<DeviceAge, number> = { new: 1, middle: 1.4, old: 2.6 };
const networkFactor: Readonly<Record<string, number>> = { wifi: 1, '5g': 1.1, '4g': 1.8, '3g': 4.5 };

const tenths = (number: number): number => Math.round(number * 10) / 10;

/** How fast one session was: starts, frames and memory of an app, web vitals of a browser, requests of both. */
export function sessionMetrics(facts: MetricFacts, random: Random): DemoMetric[] {
  const ofPlatform = facts.device.platform === 'web' ? webVitals(facts, random) : appMetrics(facts, random);
  return [...ofPlatform, ...networkMetrics(facts, random), ...spans(facts, random)].filter(
    ({ afterMs }) => afterMs <= (facts.steps.at(-1)?.afterMs ?? 0) + 60_000,
  );
}

function appMetrics({ device, release, steps }: MetricFacts, random: Random): DemoMetric[] {
  const { age, memoryMb } = device.model;
  const lastMs = steps.at(-1)?.afterMs ?? 0;
  const isCold = random.chance(0.62);
  const median = behaviour.coldStartMs[age] * (release === badReleaseIndex ? behaviour.badReleaseStart : 1);
  const start = random.logNormal(median * (isCold ? 1 : behaviour.warmStart), behaviour.startSigma);
  const metrics: DemoMetric[] = [
    { metric_type: 'startup', metric_name: isCold ? 'cold_start' : 'warm_start', value_ms: tenths(start), afterMs: 0 },
    {
      metric_type: 'frames',
      metric_name: 'frame_summary',
      value_ms: Math.round((lastMs / 1000) * 24) + 60,
      afterMs: lastMs,
    },
    {
      metric_type: 'memory',
      metric_name: 'memory_usage',
      value_ms: Math.round(Math.min(memoryMb * 0.4, random.logNormal(190, 0.35))),
      afterMs: Math.round(lastMs / 2),
    },
  ];
  const slowFrames = Math.min(6, Math.floor(random.exponential(0.5 * slowness[age])));
  for (let frame = 0; frame < slowFrames; frame += 1) {
    const isFrozen = random.chance(0.02 * slowness[age]);
    const value = isFrozen ? 700 + random.exponential(500) : 16.7 + random.exponential(22 * slowness[age]);
    metrics.push({
      metric_type: 'frames',
      metric_name: isFrozen ? 'frozen_frame' : 'slow_frame',
      value_ms: tenths(value),
      afterMs: random.between(0, lastMs + 1),
    });
  }
  if (random.chance(0.004 * slowness[age] ** 2)) {
    metrics.push({
      metric_type: 'memory',
      metric_name: 'memory_warning',
      value_ms: Math.round(memoryMb * 0.45),
      afterMs: lastMs,
    });
  }
  if (device.platform === 'android' && random.chance(0.002 * slowness[age])) {
    const value = Math.round(5_000 + random.exponential(2_500));
    metrics.push({ metric_type: 'anr', metric_name: 'anr_detected', value_ms: value, afterMs: lastMs });
  }
  return metrics;
}

function webVitals({ device, networkType, release }: MetricFacts, random: Random): DemoMetric[] {
  const slow =
    slowness[device.model.age] ** 0.6 *
    (networkFactor[networkType] ?? 1) ** 0.6 *
    (release === badReleaseIndex ? 1.2 : 1);
  const ttfb = random.logNormal(210 * slow, 0.45);
  const fcp = ttfb + random.logNormal(520 * slow, 0.4);
  const lcp = fcp + random.logNormal(560 * slow, 0.6);
  const vital = (name: string, value: number, afterMs: number): DemoMetric => ({
    metric_type: 'web_vital',
    metric_name: name,
    value_ms: value,
    afterMs,
  });
  return [
    vital('TTFB', tenths(ttfb), 0),
    vital('FCP', tenths(fcp), 0),
    vital('LCP', tenths(lcp), 0),
    vital('INP', Math.round(random.logNormal(92 * slow, 0.7)), 0),
    vital('CLS', Math.round(random.logNormal(0.035, 1.1) * 1000) / 1000, 0),
  ];
}

function networkMetrics({ steps, networkType, isIncident }: MetricFacts, random: Random): DemoMetric[] {
  const factor = networkFactor[networkType] ?? 1;
  const metrics: DemoMetric[] = [];
  for (const { kind, afterMs } of steps) {
    const request = requests[kind];
    if (request === undefined || !random.chance(kind === 'cart_item_added' ? 0.4 : 0.8)) continue;
    const [path, medianMs, usualErrors] = request;
    const isError = random.chance(isIncident ? Math.max(incident.serverErrors, usualErrors) : usualErrors);
    metrics.push({
      metric_type: 'network',
      metric_name: `${api}${path(random)}`,
      value_ms: tenths(random.logNormal(medianMs * factor * (isError ? 2.2 : 1), 0.55)),
      status_code: isError
        ? random.weighted(errorCodes)
        : kind === 'purchase' || kind === 'cart_item_added'
          ? 201
          : 200,
      ...(isError ? { is_error: true } : {}),
      afterMs,
    });
  }
  if (random.chance(0.15)) {
    metrics.push({
      metric_type: 'network',
      metric_name: 'dns_lookup',
      value_ms: tenths(random.logNormal(18 * factor, 0.7)),
      afterMs: 0,
    });
    metrics.push({
      metric_type: 'network',
      metric_name: 'tls_handshake',
      value_ms: tenths(random.logNormal(46 * factor, 0.5)),
      afterMs: 0,
    });
  }
  return metrics;
}

const errorCodes = [
  [500, 22],
  [502, 18],
  [503, 34],
  [504, 14],
  [429, 7],
  [404, 5],
] as const;

function spans({ steps, device }: MetricFacts, random: Random): DemoMetric[] {
  return steps
    .filter(({ kind }) => kind === 'search_performed' || kind === 'purchase')
    .map(({ kind, afterMs }) => ({
      metric_type: 'span',
      metric_name: kind === 'purchase' ? 'checkout.place_order' : 'search.render_results',
      value_ms: tenths(random.logNormal((kind === 'purchase' ? 980 : 160) * slowness[device.model.age] ** 0.5, 0.5)),
      attributes: { device_age: device.model.age },
      afterMs,
    }));
}
