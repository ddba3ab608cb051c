import { BatchWriter, type WrittenBatch } from './batch-writer.ts';
import type { DemoItem } from './demo-item.ts';
import type { DemoOptions } from './demo-options.ts';
import { tellSessions } from './demo-stream.ts';
import { DemoWorld, deviceOf } from './demo-world.ts';
import { identifyItem } from './identify-item.ts';
import { planPopulation } from './plan-population.ts';
import { Random } from './random.ts';
import { deviceFacts } from './session-context.ts';
import type { SessionRow } from './session-table.ts';
import { SessionTeller } from './session-teller.ts';
import { WEEK_MS } from './units.ts';

/** What a device sends, and when. An event is a batch of its own. */
export interface TimedItem {
  readonly atMs: number;
  readonly item: DemoItem;
}

const recentMs = 3 * WEEK_MS;
/** A session that might not be over at the end is left out. */
const MAX_SESSION_MS = 3_600_000;
/** Of sessions that begin after the story's end: those of people who have just found the product. */
const newcomers = 0.12;
/** Far behind the sessions of anybody's story. */
const firstOrdinal = 20_000;
const liveStreams = 9;
const crashAfterMs = 2_000;
const metricsAfterMs = 60_000;
const batchSize = 100;
const everyStep = Number.POSITIVE_INFINITY;

/** The people of a story after its end: those who were there lately come back, and a few are new. */
export class LiveSessions {
  readonly #world: DemoWorld;
  /** The last session of everybody who was there lately. */
  readonly #regulars: readonly SessionRow[];
  /** In the order of time. */
  readonly #lastWeek: readonly SessionRow[];
  readonly #firstNewcomer: number;
  #lastOrdinal = 0;

  constructor(options: DemoOptions) {
    this.#world = new DemoWorld(options);
    const last = new Map<number, SessionRow>();
    const lastWeek: SessionRow[] = [];
    let people = 0;
    for (const row of planPopulation(this.#world, options.events).inOrder()) {
      people = Math.max(people, row.person + 1);
      if (row.startMs > options.untilMs - recentMs) last.set(row.person, row);
      if (row.startMs > options.untilMs - WEEK_MS) lastWeek.push(row);
    }
    this.#regulars = [...last.values()];
    this.#lastWeek = lastWeek;
    this.#firstNewcomer = people;
  }

  /** What happened between two moments after the end: the last week of the story again and again, told anew. */
  *between(fromMs: number, toMs: number): Generator<DemoItem> {
    const { untilMs } = this.#world.period;
    const rows = function* (this: LiveSessions): Generator<SessionRow> {
      for (let shiftMs = WEEK_MS; untilMs - WEEK_MS + shiftMs < toMs; shiftMs += WEEK_MS) {
        for (const row of this.#lastWeek) {
          const startMs = row.startMs + shiftMs;
          if (startMs <= fromMs || startMs >= toMs - MAX_SESSION_MS) continue;
          this.#nextOrdinal(startMs);
          yield this.#return(row, startMs);
        }
      }
    };
    yield* tellSessions(this.#world, rows.call(this), { contexts: 'own', untilMs: toMs });
  }

  /** Everything that happens in a session which begins at this moment, in the order of time. */
  begin(nowMs: number): TimedItem[] {
    this.#nextOrdinal(nowMs);
    const random = new Random(this.#world.story, this.#lastOrdinal, liveStreams);
    const isNewcomer = this.#regulars.length === 0 || random.chance(newcomers);
    return this.#tell(isNewcomer ? this.#arrival(nowMs) : this.#return(random.pick(this.#regulars), nowMs));
  }

  /** From the clock, so that a demo that was stopped and goes on does not tell the same sessions again. */
  #nextOrdinal(nowMs: number): void {
    const sinceEnd = Math.max(0, Math.floor((nowMs - this.#world.period.untilMs) / 1000));
    this.#lastOrdinal = Math.max(this.#lastOrdinal + 1, firstOrdinal + sinceEnd);
  }

  #arrival(nowMs: number): SessionRow {
    const person = this.#firstNewcomer + this.#lastOrdinal;
    const release = this.#world.releaseOf(deviceOf(this.#world.person(person), 0), nowMs);
    const isFirst = { isArrival: true, isKnown: false, isNewDevice: true, isUpdated: false };
    return { person, ordinal: this.#lastOrdinal, startMs: nowMs, steps: everyStep, release, device: 0, ...isFirst };
  }

  #return(before: SessionRow, nowMs: number): SessionRow {
    const release = this.#world.releaseOf(deviceOf(this.#world.person(before.person), before.device), nowMs);
    return {
      ...before,
      ordinal: this.#lastOrdinal,
      startMs: nowMs,
      steps: everyStep,
      release,
      isArrival: false,
      isKnown: before.isKnown || this.#signedIn(before),
      isNewDevice: false,
      isUpdated: release !== before.release,
    };
  }

  #signedIn(row: SessionRow): boolean {
    return [...new SessionTeller(this.#world, row).events()].some(({ isIdentify }) => isIdentify);
  }

  #tell(row: SessionRow): TimedItem[] {
    const teller = new SessionTeller(this.#world, row, Number.POSITIVE_INFINITY);
    const items: TimedItem[] = [];
    if (row.isNewDevice || row.isUpdated) {
      const body = JSON.stringify(deviceFacts(teller.person, teller.device, row.release));
      items.push({ atMs: row.startMs, item: { kind: 'register', deviceId: teller.device.id, body } });
    }
    let endMs = row.startMs;
    for (const { element, context, isBroken, isIdentify, atMs } of teller.events()) {
      const body = `{"batch":[${element},"context":${context}}]}`;
      const broken = isBroken ? 1 : 0;
      items.push({ atMs, item: { kind: 'events', events: 1, broken, isResent: false, body } });
      if (isIdentify) items.push({ atMs, item: identifyItem(teller) });
      endMs = atMs;
    }
    const crash = teller.crash();
    if (crash !== undefined) items.push({ atMs: endMs + crashAfterMs, item: { kind: 'crash', body: crash } });
    for (const batch of metricBatches(teller)) {
      const item = { kind: 'metrics', metrics: batch.events, body: batch.body } as const;
      items.push({ atMs: endMs + metricsAfterMs, item });
    }
    return items;
  }
}

function metricBatches(teller: SessionTeller): WrittenBatch[] {
  const writer = new BatchWriter(batchSize, 'own');
  const full = teller.metrics().map(({ element, context }) => writer.add(element, context));
  return [...full, writer.flush()].filter((batch) => batch !== undefined);
}
