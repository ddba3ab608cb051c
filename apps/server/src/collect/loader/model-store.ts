import { readFileSync } from 'node:fs';
import { isCoveredBy, type LoadOutcome, type LoadTarget, type LogPosition, type SegmentToLoad } from './load-target.ts';

interface ModelState {
  readonly events: readonly string[];
  readonly segments: readonly { readonly logId: string; readonly number: number }[];
}

const empty: ModelState = { events: [], segments: [] };

/** The least that keeps the promises of a load target: a list of events, and a copy of it that survives a power cut. */
export class ModelStore implements LoadTarget {
  #state = empty;
  #durable = empty;
  #newlyDurable: ModelState['segments'][number][] = [];
  /** For a negative control: what was stored is stored again when it comes again. */
  readonly #forgetsPositions: boolean;

  constructor({ forgetsPositions = false } = {}) {
    this.#forgetsPositions = forgetsPositions;
  }

  get events(): readonly string[] {
    return this.#state.events;
  }

  /** What was not durable is gone, as after a power cut. */
  cutPower(): void {
    this.#state = this.#durable;
    this.#newlyDurable = [];
  }

  async positions(): Promise<readonly LogPosition[]> {
    const upTo = new Map<string, number>();
    for (const { logId, number } of this.#state.segments) upTo.set(logId, Math.max(number, upTo.get(logId) ?? 0));
    return [...upTo].map(([logId, number]) => ({ logId, upTo: number, skipped: [] }));
  }

  async load(segments: readonly SegmentToLoad[]): Promise<LoadOutcome> {
    const positions = new Map((await this.positions()).map((position) => [position.logId, position]));
    const fresh = segments.filter(
      ({ logId, number }) => this.#forgetsPositions || !isCoveredBy(positions.get(logId), number),
    );
    const events = fresh.flatMap(({ files }) => files.flatMap(({ path }) => eventsIn(path)));
    this.#state = {
      events: [...this.#state.events, ...events],
      segments: [...this.#state.segments, ...fresh.map(({ logId, number }) => ({ logId, number }))],
    };
    // Every second load waits for the next quiet moment, as the one of DuckDB does.
    if (this.#state.segments.length % 2 === 0) await this.idle();
    return { outcome: 'loaded', storedEvents: events.length, duplicateEvents: 0 };
  }

  async probe(): Promise<{ outcome: 'loaded'; storedEvents: number; duplicateEvents: number }> {
    return { outcome: 'loaded', storedEvents: 0, duplicateEvents: 0 };
  }

  takeDurable(): ModelState['segments'] {
    return this.#newlyDurable.splice(0);
  }

  async idle(): Promise<void> {
    this.#newlyDurable = [...this.#state.segments];
    this.#durable = this.#state;
  }
}

const eventsIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/"event":"(\w+)"/g)].map(([, name = '']) => name);
