import type { ColumnChunk } from '../../../analytics/column-chunk.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type InsightParams, type InsightResult, OTHER, valueName } from './insight-params.ts';

/** Which ways do persons take through the product? */
export interface PathsParams extends InsightParams {
  /** A way begins with the first of these in a visit; with the visit itself when absent. */
  readonly startEvents?: readonly string[];
  /** A way ends with the first of these; without a start it is the steps before it that are shown. */
  readonly endEvents?: readonly string[];
  /** Events of a way, at most. */
  readonly depth: number;
  /** Events that are skipped. */
  readonly excludeEvents?: readonly string[];
  /** Skips events whose names begin with `$`, but not those that a way begins or ends with. */
  readonly hideSystemEvents?: boolean;
  /** Its value stands behind the name of the event. */
  readonly nodeField?: string;
  /** Names that match a pattern are shown as one; the first that matches counts. */
  readonly groups?: readonly PathGroup[];
}

export interface PathGroup {
  readonly name: string;
  /** `*` stands for any text. */
  readonly pattern: string;
}

/** Without a session id, a longer pause than this begins another visit. */
const VISIT_GAP_MS = 30 * 60_000;
/** Names that are told apart; rarer ones are `(other)` everywhere. */
export const MAX_NAMES = 200;
/** Of the value of `nodeField`, so many characters are shown. */
export const MAX_VALUE_LENGTH = 100;
/** A moment, the code of a name and what else is to be known of an event are one number to sort by. */
export const CODE_BITS = 8;
/** Bits of that: a way may begin with it, it may end with it, and there is no session. */
export const FLAG_BITS = 3;
const [IS_START, IS_END, IS_WITHOUT_SESSION] = [4, 2, 1] as const;
/** Events shown for each step. */
const MAX_NODES = 10;

/**
 * Follows one visit after the other. Events come as codes: the place of their name in `names`, or the number of names
 * for those that are not told apart.
 */
class PathsTally {
  readonly #names: readonly string[];
  readonly #codes: number;
  readonly #depth: number;
  readonly #hasStart: boolean;
  readonly #hasEnd: boolean;
  /** By step and code. */
  readonly #nodes: Float64Array;
  /** By step, code, and code of the step after. */
  readonly #links: Float64Array;
  /** The way of the visit at hand: what may still be counted of it. */
  #way: number[] = [];
  #isDone = false;

  constructor(names: readonly string[], { depth, startEvents, endEvents }: PathsParams) {
    this.#names = names;
    this.#codes = names.length + 1;
    this.#depth = depth;
    this.#hasStart = startEvents !== undefined;
    this.#hasEnd = endEvents !== undefined;
    this.#nodes = new Float64Array(depth * this.#codes);
    this.#links = new Float64Array(Math.max(0, depth - 1) * this.#codes ** 2);
  }

  /** The next event begins another visit. */
  nextVisit(): void {
    if (!this.#hasEnd && !this.#isDone) this.#count();
    this.#way = [];
    this.#isDone = false;
  }

  /** Events of a visit in their order. */
  event(code: number, flags: number): void {
    if (this.#isDone) return;
    const isStarting = this.#way.length === 0 && this.#hasStart;
    if (isStarting && (flags & IS_START) === 0) return;
    this.#way.push(code);
    if (!this.#hasEnd) this.#isDone = this.#way.length === this.#depth && this.#counted();
    else if ((flags & IS_END) !== 0 && !isStarting) this.#isDone = this.#counted();
    else if (!this.#hasStart && this.#way.length === this.#depth) this.#way.shift();
    else if (this.#way.length === this.#depth) this.#isDone = true;
  }

  result() {
    const shown = Array.from({ length: this.#depth }, (_, step) => this.#mostOf(step));
    const nodes = new Map<string, { id: string; event: string; step: number; count: number }>();
    const links = new Map<string, { source: string; target: string; count: number }>();
    const idOf = (step: number, code: number): string => `${step + 1}:${this.#nameOf(shown[step], code)}`;
    for (let step = 0; step < this.#depth; step++) {
      for (let code = 0; code < this.#codes; code++) {
        const count = this.#nodes[step * this.#codes + code] ?? 0;
        if (count === 0) continue;
        const id = idOf(step, code);
        const node = nodes.get(id) ?? { id, event: this.#nameOf(shown[step], code), step: step + 1, count: 0 };
        node.count += count;
        nodes.set(id, node);
        for (let next = 0; next < this.#codes && step + 1 < this.#depth; next++) {
          const taken = this.#links[(step * this.#codes + code) * this.#codes + next] ?? 0;
          if (taken === 0) continue;
          const [source, target] = [id, idOf(step + 1, next)];
          const link = links.get(`${source}\n${target}`) ?? { source, target, count: 0 };
          link.count += taken;
          links.set(`${source}\n${target}`, link);
        }
      }
    }
    return {
      kind: 'paths' as const,
      nodes: [...nodes.values()].sort((a, b) => a.step - b.step || byCount(a, b) || compare(a.event, b.event)),
      links: [...links.values()].sort(
        (a, b) => stepOf(a.source) - stepOf(b.source) || b.count - a.count || compare(linkName(a), linkName(b)),
      ),
    };
  }

  #counted(): true {
    this.#count();
    return true;
  }

  #count(): void {
    // Ways to an end without a start are laid at the end of the steps, so that the end is always the last.
    const shift = !this.#hasStart && this.#hasEnd ? this.#depth - this.#way.length : 0;
    this.#way.forEach((code, at) => {
      const node = (at + shift) * this.#codes + code;
      this.#nodes[node] = (this.#nodes[node] ?? 0) + 1;
      const next = this.#way[at + 1];
      if (next === undefined) return;
      const link = node * this.#codes + next;
      this.#links[link] = (this.#links[link] ?? 0) + 1;
    });
  }

  /** The codes shown by name in a step: the most frequent, ties by name. */
  #mostOf(step: number): ReadonlySet<number> {
    const codes = this.#names.map((_, code) => code);
    const countOf = (code: number): number => this.#nodes[step * this.#codes + code] ?? 0;
    const taken = codes.filter((code) => countOf(code) > 0);
    taken.sort((a, b) => countOf(b) - countOf(a) || compare(this.#names[a] ?? '', this.#names[b] ?? ''));
    return new Set(taken.slice(0, MAX_NODES));
  }

  #nameOf(shown: ReadonlySet<number> | undefined, code: number): string {
    return shown?.has(code) === true ? valueName(this.#names[code] ?? '') : OTHER;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Counted = { readonly event: string; readonly count: number };

/** `(other)` stands behind everything that has a name. */
const byCount = (a: Counted, b: Counted): number =>
  Number(a.event === OTHER) - Number(b.event === OTHER) || b.count - a.count;

const stepOf = (id: string): number => Number.parseInt(id, 10);
const linkName = ({ source, target }: { source: string; target: string }): string => `${source}\n${target}`;

/**
 * Follows visits, and makes the result. Rows come visit by visit, each in the order of moments; events of one moment are
 * in the order of their names. Columns: the low and the high half of the visit's key, the moment, the code of the name
 * (its place in `names`, or their number), and the flags of the event.
 */
export async function followPaths(
  params: PathsParams,
  names: readonly string[],
  rows: AsyncIterable<ColumnChunk>,
): Promise<InsightResult> {
  const tally = new PathsTally(names, params);
  let [low, high, before] = [-1, -1, 0];
  for await (const { rowCount, column } of rows) {
    const [lows, highs, times, codes, flags] = [column(0), column(1), column(2), column(3), column(4)];
    for (let row = 0; row < rowCount; row++) {
      const at = times[row] as number;
      const isOther = lows[row] !== low || highs[row] !== high;
      const flag = flags[row] as number;
      const isWithoutSession = (flag & IS_WITHOUT_SESSION) !== 0;
      if (isOther || (isWithoutSession && at - before > VISIT_GAP_MS)) tally.nextVisit();
      [low, high, before] = [lows[row] as number, highs[row] as number, at];
      tally.event(codes[row] as number, flag);
    }
  }
  tally.nextVisit();
  return { resultJson: JSON.stringify(tally.result()) };
}

export const pathsQuery = defineQuery<PathsParams, InsightResult>('paths', 'heavy');
