import { behaviour } from './behaviour.ts';
import { crashReport } from './crash-report.ts';
import { type DemoWorld, deviceOf } from './demo-world.ts';
import type { Device, Person } from './person.ts';
import { Random, type Weighted } from './random.ts';
import { type Release, releases } from './releases.ts';
import { SessionDetails } from './session-details.ts';
import type { SessionFacts } from './session-facts.ts';
import { sessionMetrics } from './session-metrics.ts';
import type { SessionScript, Step, StepKind } from './session-script.ts';
import type { SessionRow } from './session-table.ts';
import type { Standing } from './standing.ts';
import { writeTime } from './write-time.ts';

export interface ToldEvent {
  /** An object without its closing brace, for a context to follow. */
  readonly element: string;
  readonly context: string;
  readonly isBroken: boolean;
  /** The device was signed in with this event. */
  readonly isIdentify: boolean;
  readonly atMs: number;
}

/** Written like an event. */
export type ToldMetric = Pick<ToldEvent, 'element' | 'context'>;

const detailStreams = 1 << 20;
const automatic: Partial<Record<StepKind, string>> = {
  session_start: '$session_start',
  flag_exposure: '$flag_exposure',
  experiment_exposure: '$experiment_exposure',
};
const networks: Weighted<string> = [
  ['wifi', 58],
  ['5g', 22],
  ['4g', 18],
  ['3g', 2],
];

/** One release of the web app names an event wrongly now and then. */
const misspelling = { version: '4.9.0', kind: 'recipe_viewed', name: 'recipe_veiwed', share: 0.2 };
/** What broken clients send: a time that is none, and an object that became a text. */
const brokenTime = '0000-00-00T00:00:00.000Z';
const brokenProperties = '"[object Object]"';

/** Tells a planned session in full, as it goes over the wire. Events first: what comes after them depends on them. */
export class SessionTeller {
  readonly person: Person;
  readonly device: Device;
  /** For what is decided of the session as a whole. */
  readonly random: Random;
  readonly #world: DemoWorld;
  readonly #row: SessionRow;
  readonly #untilMs: number;
  readonly #facts: SessionFacts;
  readonly #standing: Standing;
  readonly #release: Release;
  readonly #script: SessionScript;
  readonly #steps: readonly Step[];
  readonly #sessionId: string;
  readonly #idPrefix: string;

  /** Nothing is told that would be later than `untilMs`. */
  constructor(world: DemoWorld, row: SessionRow, untilMs = world.period.untilMs) {
    this.#world = world;
    this.#row = row;
    this.#untilMs = untilMs;
    this.person = world.person(row.person);
    this.device = deviceOf(this.person, row.device);
    this.#release = releases[row.release] as Release;
    this.#standing = this.#standingWhen(row.isKnown);
    this.#facts = {
      person: this.person,
      device: row.device,
      isArrival: row.isArrival,
      isKnown: row.isKnown,
      release: row.release,
      isIncident: world.period.isIncident(row.startMs),
      assignments: this.#standing.assignments,
    };
    this.#script = world.scriptOf(this.#facts, row.ordinal);
    this.#steps = this.#script.steps.slice(0, row.steps);
    this.random = new Random(world.story, row.person, detailStreams + row.ordinal);
    this.#sessionId = this.random.uuid();
    this.#idPrefix = this.random.uuid().slice(0, -4);
  }

  *events(): Generator<ToldEvent> {
    const details = new SessionDetails(this.#facts, this.random);
    let context = this.#contextWhen(this.#row.isKnown);
    let index = 0;
    for (const step of this.#steps) {
      const isIdentify = step.kind === 'identify';
      if (isIdentify) context = this.#contextWhen(true);
      const atMs = this.#row.startMs + step.afterMs;
      const isBroken = !isIdentify && this.random.chance(behaviour.brokenEvents);
      const element = this.#element(step, index, atMs, details, isBroken);
      const revenue = step.kind === 'purchase' ? details.revenue : undefined;
      const own = revenue === undefined ? context : `${context.slice(0, -1)},"revenue":${JSON.stringify(revenue)}}`;
      yield { element, context: own, isBroken, isIdentify, atMs };
      index += 1;
    }
  }

  #element(step: Step, index: number, atMs: number, details: SessionDetails, isBroken: boolean): string {
    const hasBrokenTime = isBroken && this.random.chance(0.6);
    const properties = JSON.stringify(details.propertiesOf(step));
    const id = `${this.#idPrefix}${index.toString(16).padStart(4, '0')}`;
    const time = hasBrokenTime ? brokenTime : this.#clock(atMs);
    const written = isBroken && !hasBrokenTime ? brokenProperties : properties;
    return `{${this.#head(step.kind)},"event_id":"${id}","timestamp":"${time}","properties":${written}`;
  }

  #head(kind: StepKind): string {
    if (kind === 'view') return this.device.platform === 'web' ? '"type":"page"' : '"type":"screen"';
    if (kind === 'identify') return '"type":"identify"';
    const isMisspelt =
      kind === misspelling.kind &&
      this.device.platform === 'web' &&
      this.#release.version === misspelling.version &&
      this.random.chance(misspelling.share);
    return `"type":"track","event":"${isMisspelt ? misspelling.name : (automatic[kind] ?? kind)}"`;
  }

  /** The body of the report, if the session ended with a crash. */
  crash(): string | undefined {
    const bug = this.#script.crash;
    if (bug === undefined || this.#steps.length < this.#script.steps.length) return undefined;
    const isKnown = this.#row.isKnown || this.#steps.some(({ kind }) => kind === 'identify');
    const report = crashReport(
      {
        bug,
        eventId: `${this.#idPrefix}ffff`,
        device: this.device,
        release: this.#release,
        sessionId: this.#sessionId,
        userId: isKnown ? this.person.userId : undefined,
        atMs: this.#row.startMs + (this.#steps.at(-1)?.afterMs ?? 0) + this.random.between(40, 2_000),
        assignments: this.#standing.assignments,
        screen: this.#steps.findLast(({ kind }) => kind === 'view')?.subject,
        trail: this.#steps.slice(-12).map(({ kind, afterMs }) => [this.#row.startMs + afterMs, this.#nameOf(kind)]),
      },
      this.random,
    );
    return JSON.stringify(report);
  }

  metrics(): ToldMetric[] {
    if (!this.random.chance(behaviour.metricSampling)) return [];
    const networkType = this.device.model.type === 'desktop' ? 'wifi' : this.random.weighted(networks);
    const { isIncident, release } = this.#facts;
    const context = this.#standing.metricContext(this.#sessionId, networkType);
    const facts = { device: this.device, release, isIncident, networkType, steps: this.#steps };
    return sessionMetrics(facts, this.random).map(({ afterMs, ...metric }, index) => {
      const id = `${this.#idPrefix}${(0x8000 + index).toString(16)}`;
      const time = this.#clock(Math.min(this.#row.startMs + afterMs, this.#untilMs));
      return { element: `${JSON.stringify(metric).slice(0, -1)},"event_id":"${id}","timestamp":"${time}"`, context };
    });
  }

  /** As the device's clock shows it. */
  #clock(ms: number): string {
    return writeTime(ms + this.device.clockSkewMs);
  }

  #contextWhen(isKnown: boolean): string {
    const standing = isKnown === this.#row.isKnown ? this.#standing : this.#standingWhen(isKnown);
    return standing.eventContext(this.#sessionId);
  }

  #standingWhen(isKnown: boolean): Standing {
    return this.#world.standing(this.person, this.#row.device, this.#row.release, isKnown, this.#row.startMs);
  }

  /** As the store will name it. */
  #nameOf(kind: StepKind): string {
    if (kind === 'view') return this.device.platform === 'web' ? '$pageview' : '$screen';
    return kind === 'identify' ? '$identify' : (automatic[kind] ?? kind);
  }
}
