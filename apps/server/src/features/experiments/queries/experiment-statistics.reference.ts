import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import type { ExperimentStatisticsParams, MetricQuery } from './experiment-statistics.ts';

/**
 * Statistics of experiments worked out a second time, unit by unit in plain code, with nothing shared with the store or
 * the statistics package. Slow, for small sets; tests hold the store against it.
 */
export interface ReferenceFact {
  readonly kind: 'event' | 'metric' | 'crash';
  readonly atMs: number;
  readonly name: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
  readonly session?: string;
  readonly platform?: string;
  readonly sdk?: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly valueMs?: number;
}

export interface ReferenceWorld {
  /** Each once, whatever was sent twice. */
  readonly facts: readonly ReferenceFact[];
  readonly identifies: readonly { readonly user: string; readonly anonymous: string; readonly atMs: number }[];
}

export interface ReferenceUnit {
  readonly unit: string;
  readonly variant: string;
  readonly exposedMs: number;
  readonly segment: string;
}

export interface ReferenceUnits {
  readonly units: readonly ReferenceUnit[];
  readonly excluded: number;
  readonly unknown: number;
}

export class ExperimentReference {
  readonly #world: ReferenceWorld;
  readonly #params: ExperimentStatisticsParams;
  readonly #owners = new Map<string, string>();
  readonly units: ReferenceUnits;

  constructor(world: ReferenceWorld, params: ExperimentStatisticsParams) {
    this.#world = world;
    this.#params = params;
    const links = [
      ...world.identifies,
      ...world.facts.flatMap(({ kind, user, anonymous, atMs }) =>
        kind === 'event' && user !== undefined && anonymous !== undefined ? [{ user, anonymous, atMs }] : [],
      ),
    ].sort((a, b) => a.atMs - b.atMs || (a.user < b.user ? -1 : 1));
    for (const { user, anonymous } of links) if (!this.#owners.has(anonymous)) this.#owners.set(anonymous, user);
    this.units = this.#findUnits();
  }

  #unitOf({ user, anonymous, device }: Pick<ReferenceFact, 'user' | 'anonymous' | 'device'>): string | undefined {
    if (this.#params.unit === 'device') return device;
    if (this.#params.unit === 'user') return user;
    const owner = user ?? (anonymous === undefined ? undefined : this.#owners.get(anonymous));
    if (owner !== undefined) return `user ${owner}`;
    if (anonymous !== undefined) return `anonymous ${anonymous}`;
    return device === undefined ? undefined : `device ${device}`;
  }

  #isInRange = ({ atMs }: ReferenceFact): boolean => atMs >= this.#params.fromMs && atMs < this.#params.toMs;

  #foundEvents: readonly ReferenceFact[] | undefined;

  get #events(): readonly ReferenceFact[] {
    this.#foundEvents ??= this.#world.facts.filter(({ kind }) => kind === 'event');
    return this.#foundEvents;
  }

  #foundEventsByUnit: ReadonlyMap<string, readonly ReferenceFact[]> | undefined;

  get #eventsByUnit(): ReadonlyMap<string, readonly ReferenceFact[]> {
    this.#foundEventsByUnit ??= groupedBy(this.#events, (event) => this.#unitOf(event));
    return this.#foundEventsByUnit;
  }

  #exposures(): readonly ReferenceFact[] {
    return this.#events.filter(
      (event) =>
        this.#isInRange(event) &&
        event.name === '$experiment_exposure' &&
        event.properties.experiment_key === this.#params.experimentKey,
    );
  }

  #findUnits(): ReferenceUnits {
    const key = this.#params.experimentKey;
    const sightings = (facts: readonly ReferenceFact[], variantOf: (fact: ReferenceFact) => unknown) =>
      facts.flatMap((fact) => {
        const [unit, variant] = [this.#unitOf(fact), variantOf(fact)];
        return unit === undefined || variant === undefined || variant === null
          ? []
          : [{ unit, variant: String(variant), atMs: fact.atMs, segment: fact.platform ?? '(none)' }];
      });
    const exposed = sightings(this.#exposures(), ({ properties }) => properties.variant_key);
    const seen = new Set(exposed.map(({ unit }) => unit));
    const carrying = this.#events.filter(
      (event) =>
        this.#isInRange(event) &&
        event.name !== '$experiment_exposure' &&
        event.sdk?.startsWith('@lamppost/') !== true &&
        (event.context.experiment_assignments?.[key] as { subject_status?: string } | undefined)?.subject_status !==
          'identity_changed',
    );
    const carried = sightings(
      carrying,
      ({ context }) =>
        context.experiments?.[key] ??
        (context.experiment_assignments?.[key] as { variant_key?: string } | undefined)?.variant_key,
    ).filter(({ unit }) => !seen.has(unit));
    const byUnit = new Map<string, typeof exposed>();
    for (const one of [...exposed, ...carried]) byUnit.set(one.unit, [...(byUnit.get(one.unit) ?? []), one]);
    const { variants } = this.#params;
    const placeOf = (variant: string): string => (variants.includes(variant) ? variant : '(unknown)');
    const units: ReferenceUnit[] = [];
    let [excluded, unknown] = [0, 0];
    for (const [unit, all] of byUnit) {
      const names = new Set(all.map(({ variant }) => placeOf(variant)));
      const [first] = all.toSorted((a, b) => a.atMs - b.atMs);
      if (names.size > 1) excluded++;
      else if (names.has('(unknown)')) unknown++;
      else if (first !== undefined) {
        units.push({ unit, variant: first.variant, exposedMs: first.atMs, segment: first.segment });
      }
    }
    return { units, excluded, unknown };
  }

  #isCounted(metric: MetricQuery, exposedMs: number, atMs: number, untilMs: number): boolean {
    const hours = metric.conversionWindowHours;
    return atMs >= exposedMs && atMs < untilMs && (hours === null || atMs < exposedMs + hours * HOUR_MS);
  }

  /** y and x of every unit that counts, before any cap. */
  pairs(
    metric: MetricQuery,
    untilMs = this.#params.toMs,
  ): (ReferenceUnit & { readonly y: number; readonly x: number })[] {
    const units = this.units.units.filter(({ exposedMs }) => exposedMs < untilMs);
    if (metric.eventName.startsWith('$')) return units.map((unit) => ({ ...unit, ...this.#sessionsOf(unit, metric) }));
    return units.flatMap((unit) => {
      const own = (this.#eventsByUnit.get(unit.unit) ?? []).filter(({ atMs }) => atMs < untilMs);
      const after = own.filter(({ atMs }) => this.#isCounted(metric, unit.exposedMs, atMs, untilMs));
      const days = this.#params.covariateDays * DAY_MS;
      const before = own.filter(({ atMs }) => atMs < unit.exposedMs && atMs >= unit.exposedMs - days);
      if (metric.metricType === 'ratio') {
        const y = sideOf(after, metric.eventName, metric.aggregationField);
        const x = sideOf(after, metric.denominatorEvent ?? '', metric.denominatorField);
        return [{ ...unit, y, x }];
      }
      const y = totalOf(after, metric);
      return y === undefined ? [] : [{ ...unit, y, x: totalOf(before, metric) ?? 0 }];
    });
  }

  /** Every observation of a quantile with its unit. */
  observations(metric: MetricQuery, untilMs = this.#params.toMs): (ReferenceUnit & { readonly value: number })[] {
    const units = new Map(this.units.units.map((unit) => [unit.unit, unit]));
    const rows =
      metric.eventName === '$startup'
        ? this.#world.facts
            .filter((fact) => fact.kind === 'metric' && fact.name === 'cold_start' && this.#isInRange(fact))
            .map((fact) => ({ unit: this.#unitOfMetric(fact), atMs: fact.atMs, value: fact.valueMs }))
        : this.#events
            .filter(({ name }) => name === metric.eventName)
            .map((event) => ({
              unit: this.#unitOf(event),
              atMs: event.atMs,
              value: numberIn(event, metric.aggregationField ?? ''),
            }));
    return rows.flatMap(({ unit, atMs, value }) => {
      const found = units.get(unit ?? '');
      if (found === undefined || value === undefined) return [];
      return this.#isCounted(metric, found.exposedMs, atMs, untilMs) ? [{ ...found, value }] : [];
    });
  }

  ignored(metric: MetricQuery): number {
    const units = new Map(this.units.units.map((unit) => [unit.unit, unit.exposedMs]));
    const isBad = (event: ReferenceFact, name: string, field: string | null): boolean =>
      event.name === name && field !== null && numberIn(event, field) === undefined;
    return this.#events
      .filter((event) => {
        const exposedMs = units.get(this.#unitOf(event) ?? '');
        return exposedMs !== undefined && this.#isCounted(metric, exposedMs, event.atMs, this.#params.toMs);
      })
      .reduce((sum, event) => {
        const above = isBad(event, metric.eventName, metric.aggregationField) ? 1 : 0;
        const below = isBad(event, metric.denominatorEvent ?? '', metric.denominatorField) ? 1 : 0;
        return sum + above + below;
      }, 0);
  }

  #unitOfMetric(fact: ReferenceFact): string | undefined {
    if (this.#params.unit !== 'auto') return this.#unitOf(fact);
    if (fact.user !== undefined) return `user ${fact.user}`;
    const session = this.#sessions().find(({ id }) => id === fact.session);
    return session?.unit ?? this.#unitOfDevice(fact.device);
  }

  /** Whom the device was last exposed as. */
  #unitOfDevice(device: string | undefined): string | undefined {
    const exposures = this.#exposures().filter((event) => device !== undefined && event.device === device);
    const last = exposures.toSorted((a, b) => b.atMs - a.atMs)[0];
    return last && this.#unitOf(last);
  }

  #foundFactsBySession: ReadonlyMap<string, readonly ReferenceFact[]> | undefined;

  get #factsBySession(): ReadonlyMap<string, readonly ReferenceFact[]> {
    this.#foundFactsBySession ??= groupedBy(this.#world.facts.filter(this.#isInRange), ({ session }) => session);
    return this.#foundFactsBySession;
  }

  #foundSessions: { id: string; unit: string | undefined; beganMs: number; endedMs: number }[] | undefined;

  #sessions() {
    if (this.#foundSessions !== undefined) return this.#foundSessions;
    const last = (facts: readonly ReferenceFact[], member: 'user' | 'anonymous' | 'device') =>
      facts
        .filter((fact) => fact[member] !== undefined)
        .toSorted((a, b) => Number(b.kind === 'event') - Number(a.kind === 'event') || b.atMs - a.atMs)[0]?.[member];
    this.#foundSessions = [...this.#factsBySession].map(([id, facts]) => {
      const [user, anonymous, device] = [last(facts, 'user'), last(facts, 'anonymous'), last(facts, 'device')];
      const named = this.#unitOf({
        ...(user === undefined ? {} : { user }),
        ...(anonymous === undefined ? {} : { anonymous }),
        ...(device === undefined ? {} : { device }),
      });
      const isOnlyDevice = this.#params.unit === 'auto' && user === undefined && anonymous === undefined;
      const times = facts.map(({ atMs }) => atMs);
      return {
        id,
        unit: isOnlyDevice ? (this.#unitOfDevice(device) ?? named) : named,
        beganMs: Math.min(...times),
        endedMs: Math.max(...times),
      };
    });
    return this.#foundSessions;
  }

  #sessionsOf({ unit, exposedMs }: ReferenceUnit, metric: MetricQuery): { readonly y: number; readonly x: number } {
    const endMs =
      metric.conversionWindowHours === null ? Number.POSITIVE_INFINITY : metric.conversionWindowHours * HOUR_MS;
    const sessions = this.#sessions().filter(
      (session) => session.unit === unit && session.endedMs >= exposedMs && session.beganMs < exposedMs + endMs,
    );
    const isCrash = metric.eventName === '$crash_free_sessions';
    const times = (id: string): number =>
      (this.#factsBySession.get(id) ?? []).filter(
        (fact) =>
          (isCrash ? fact.kind === 'crash' : fact.kind === 'metric' && fact.name === 'anr_detected') &&
          this.#isCounted(metric, exposedMs, fact.atMs, this.#params.toMs),
      ).length;
    const y = sessions.reduce((sum, { id }) => sum + (isCrash ? Number(times(id) === 0) : times(id)), 0);
    return { y, x: sessions.length };
  }
}

/** What has no key is in no group. */
function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** JSON numbers that can be squared; everything else is no value. */
function numberIn({ properties }: ReferenceFact, field: string): number | undefined {
  const value = properties[field];
  return typeof value === 'number' && Math.abs(value) <= 1e100 ? value : undefined;
}

function sideOf(events: readonly ReferenceFact[], name: string, field: string | null): number {
  return events
    .filter((event) => event.name === name)
    .reduce((sum, event) => sum + (field === null ? 1 : (numberIn(event, field) ?? 0)), 0);
}

function totalOf(events: readonly ReferenceFact[], metric: MetricQuery): number | undefined {
  const own = events.filter(({ name }) => name === metric.eventName);
  if (metric.metricType === 'conversion') return own.length > 0 ? 1 : 0;
  if (metric.metricType === 'count') return own.length;
  const values = own.flatMap((event) => numberIn(event, metric.aggregationField ?? '') ?? []);
  const sum = values.reduce((total, value) => total + value, 0);
  if (metric.metricType === 'sum') return sum;
  return values.length === 0 ? undefined : sum / values.length;
}

/** Two-pass, as it stands in every book. */
export function plainMoments(pairs: readonly { readonly y: number; readonly x: number }[]) {
  const units = pairs.length;
  const mean = (of: 'y' | 'x') => (units === 0 ? 0 : pairs.reduce((sum, pair) => sum + pair[of], 0) / units);
  const means = { y: mean('y'), x: mean('x') };
  const spread = (a: 'y' | 'x', b: 'y' | 'x') =>
    units < 2 ? 0 : pairs.reduce((sum, pair) => sum + (pair[a] - means[a]) * (pair[b] - means[b]), 0) / (units - 1);
  return {
    units,
    y: { mean: means.y, variance: spread('y', 'y') },
    x: { mean: means.x, variance: spread('x', 'x') },
    covariance: spread('y', 'x'),
  };
}

/** The cap by the rule in docs/statistics.md. */
export function plainCap(values: readonly number[], quantile: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length * (1 - quantile) < 1 - 1e-9) return null;
  const cap = sorted[Math.max(1, Math.ceil(sorted.length * quantile - 1e-9)) - 1] ?? 0;
  return cap === 0 ? null : cap;
}
