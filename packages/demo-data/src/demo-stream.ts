import { BatchWriter, type ContextPlacement, type WrittenBatch } from './batch-writer.ts';
import { behaviour } from './behaviour.ts';
import type { DemoBatch, DemoItem } from './demo-item.ts';
import { type DemoOptions, defaultDays } from './demo-options.ts';
import { DemoWorld } from './demo-world.ts';
import { identifyItem } from './identify-item.ts';
import { planPopulation } from './plan-population.ts';
import { Random } from './random.ts';
import { deviceFacts } from './session-context.ts';
import type { SessionRow } from './session-table.ts';
import { SessionTeller } from './session-teller.ts';
import { HOUR_MS } from './units.ts';

export interface StreamOptions extends DemoOptions {
  /** Each event with its own context, in batches of 100, unless told otherwise. */
  readonly contexts?: ContextPlacement;
}

const batchSize = 100;
const MIN_PERIOD_DAYS = 7;
/** How many batches later a client sends again what it heard no answer for. */
const resentAfterBatches = 3;

/**
 * Everything that the demo's people and their devices send, from the first day to the last.
 * A pure function of its options: the same ones give the same items, to the byte. Memory grows with the number of
 * sessions by some twenty bytes each, and not with anything else.
 */
export function* demoStream(options: StreamOptions): Generator<DemoItem> {
  checkOptions(options);
  const world = new DemoWorld(options);
  const rows = planPopulation(world, options.events).inOrder();
  yield* tellSessions(world, rows, { contexts: options.contexts ?? 'own', untilMs: options.untilMs });
}

export interface TellOptions {
  readonly contexts: ContextPlacement;
  /** Metrics are not later than this. */
  readonly untilMs: number;
}

/** What the devices of these sessions send; the sessions come in the order of time. */
export function* tellSessions(
  world: DemoWorld,
  rows: Iterable<SessionRow>,
  { contexts, untilMs }: TellOptions,
): Generator<DemoItem> {
  const stream = new Stream(world, contexts, untilMs);
  for (const row of rows) yield* stream.tell(row);
  yield* stream.end();
}

/** The batches of events alone, the very same ones: for anyone who fills a store without a server. */
export function* demoBatches(options: StreamOptions): Generator<DemoBatch> {
  checkOptions(options);
  const world = new DemoWorld(options);
  const batches = new EventBatches(world, options.contexts ?? 'own');
  for (const row of planPopulation(world, options.events).inOrder()) {
    for (const { element, context, isBroken } of new SessionTeller(world, row).events()) {
      yield* batches.add(element, context, isBroken);
    }
  }
  yield* batches.end();
}

function checkOptions({ events, seed, untilMs, days = defaultDays }: DemoOptions): void {
  if (!Number.isSafeInteger(events) || events < 1)
    throw new RangeError(`events must be a whole number of at least 1: ${events}`);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    throw new RangeError(`seed must be a whole number from 0 to 4294967295: ${seed}`);
  if (!Number.isSafeInteger(untilMs)) throw new RangeError(`untilMs must be a time: ${untilMs}`);
  if (!Number.isInteger(days) || days < MIN_PERIOD_DAYS || days > 3_650) {
    throw new RangeError(`days must be a whole number from ${MIN_PERIOD_DAYS} to 3650: ${days}`);
  }
}

/** Gathers events into batches, some of which are sent again a little later. */
class EventBatches {
  readonly #writer: BatchWriter;
  readonly #random: Random;
  #resent: { readonly batch: DemoBatch; batchesLeft: number }[] = [];

  constructor(world: DemoWorld, contexts: ContextPlacement) {
    this.#writer = new BatchWriter(batchSize, contexts);
    this.#random = new Random(world.story, 0, 7);
  }

  add(element: string, context: string, isBroken: boolean): readonly DemoBatch[] {
    const full = this.#writer.add(element, context, isBroken);
    return full === undefined ? none : this.#pass(full);
  }

  end(): readonly DemoBatch[] {
    const last = this.#writer.flush();
    const batches = last === undefined ? none : this.#pass(last);
    return [...batches, ...this.#resent.map(({ batch }) => batch)];
  }

  #pass(written: WrittenBatch): readonly DemoBatch[] {
    for (const waiting of this.#resent) waiting.batchesLeft -= 1;
    const due = this.#resent.filter(({ batchesLeft }) => batchesLeft === 0).map(({ batch }) => batch);
    this.#resent = this.#resent.filter(({ batchesLeft }) => batchesLeft > 0);
    if (this.#random.chance(behaviour.resentBatches)) {
      this.#resent.push({ batch: { kind: 'events', ...written, isResent: true }, batchesLeft: resentAfterBatches });
    }
    return [{ kind: 'events', ...written, isResent: false }, ...due];
  }
}

const none: readonly DemoBatch[] = [];

class Stream {
  readonly #world: DemoWorld;
  readonly #events: EventBatches;
  readonly #untilMs: number;
  readonly #metrics = new BatchWriter(batchSize, 'own');
  /** Identify calls that come long after the sign-up. */
  #late: { readonly atMs: number; readonly item: DemoItem }[] = [];

  constructor(world: DemoWorld, contexts: ContextPlacement, untilMs: number) {
    this.#world = world;
    this.#untilMs = untilMs;
    this.#events = new EventBatches(world, contexts);
  }

  *tell(row: SessionRow): Generator<DemoItem> {
    const teller = new SessionTeller(this.#world, row, this.#untilMs);
    yield* this.#lateOnes(row.startMs);
    if (row.isNewDevice || row.isUpdated) {
      const body = JSON.stringify(deviceFacts(teller.person, teller.device, row.release));
      yield { kind: 'register', deviceId: teller.device.id, body };
    }
    if (row.isNewDevice && row.isKnown) yield identifyItem(teller);
    for (const { element, context, isBroken, isIdentify, atMs } of teller.events()) {
      yield* this.#events.add(element, context, isBroken);
      if (isIdentify) yield* this.#identify(teller, atMs);
    }
    const crash = teller.crash();
    if (crash !== undefined) yield { kind: 'crash', body: crash };
    for (const { element, context } of teller.metrics()) yield* metrics(this.#metrics.add(element, context));
  }

  *end(): Generator<DemoItem> {
    yield* this.#events.end();
    yield* metrics(this.#metrics.flush());
    yield* this.#lateOnes(Number.POSITIVE_INFINITY);
  }

  *#identify(teller: SessionTeller, atMs: number): Generator<DemoItem> {
    // A generator of its own, so that the events do not depend on whether identifies are reported.
    const random = new Random(this.#world.story, teller.person.index, 8);
    if (!random.chance(behaviour.lateIdentifies)) yield identifyItem(teller);
    else this.#late.push({ atMs: atMs + random.exponential(30 * HOUR_MS), item: identifyItem(teller) });
  }

  *#lateOnes(nowMs: number): Generator<DemoItem> {
    if (!this.#late.some(({ atMs }) => atMs <= nowMs)) return;
    for (const { atMs, item } of this.#late) if (atMs <= nowMs) yield item;
    this.#late = this.#late.filter(({ atMs }) => atMs > nowMs);
  }
}

function* metrics(batch: WrittenBatch | undefined): Generator<DemoItem> {
  if (batch !== undefined) yield { kind: 'metrics', metrics: batch.events, body: batch.body };
}
