import { failPoint } from '../../telemetry/fail-points.ts';
import type { SegmentEnd } from '../event-log/segment-account.ts';
import { isolatePoison } from './isolate-poison.ts';
import type { LoadOutcome, LoadTarget, LostStretch, SegmentToLoad } from './load-target.ts';
import { type PreparedSegment, prepareSegment, readableRecord } from './prepare-segment.ts';
import { describeFile, type RecordLine } from './record-line.ts';
import { asFailed, parseRecord, rewriteRecord } from './rewrite-record.ts';
import type { SegmentDirectory, SegmentEntry } from './segment-directory.ts';
import { SegmentEnds } from './segment-ends.ts';
import { type SegmentPart, WHOLE_SEGMENT } from './segment-part.ts';

/** A segment with its records at hand. */
interface OpenSegment {
  readonly toLoad: SegmentToLoad;
  readonly lines: readonly RecordLine[];
}

type Loaded = Extract<LoadOutcome, { outcome: 'loaded' }>;

/** Verify, load, and where the store stumbles over something, find it, set it apart, and load all the rest. */
export class SegmentLoading {
  readonly #directory: SegmentDirectory;
  readonly #target: LoadTarget;
  readonly #onNotice: (message: string) => void;
  readonly #ends: SegmentEnds;

  constructor(
    directory: SegmentDirectory,
    target: LoadTarget,
    onNotice: (message: string) => void,
    ends = new SegmentEnds(directory),
  ) {
    this.#directory = directory;
    this.#target = target;
    this.#onNotice = onNotice;
    this.#ends = ends;
  }

  /** Segments of one log, ascending; the same part of each. */
  async load(entries: readonly SegmentEntry[], part = WHOLE_SEGMENT): Promise<Loaded> {
    let loaded: Loaded;
    try {
      const segments = await this.#prepare(entries, part);
      failPoint('loader.verified');
      loaded = await this.#loadPrepared(segments);
      for (const { toLoad, end } of segments) this.#ends.note(toLoad.logId, end);
    } catch (error) {
      await this.#clearAfterFailure();
      throw error;
    }
    await this.#directory.clearScratch();
    return loaded;
  }

  /** The failure of the load is the one to report: it may say that the store is broken. */
  async #clearAfterFailure(): Promise<void> {
    try {
      await this.#directory.clearScratch();
    } catch (error) {
      this.#onNotice(`Files of the failed load could not be removed: ${String(error)}`);
    }
  }

  async #prepare(entries: readonly SegmentEntry[], part: SegmentPart): Promise<readonly PreparedSegment[]> {
    const positions = new Map((await this.#target.positions()).map((position) => [position.logId, position]));
    const segments: PreparedSegment[] = [];
    let previous: SegmentEnd | undefined;
    for (const entry of entries) {
      const position = positions.get(entry.logId);
      if (entry.number < (position?.upTo ?? 0)) {
        // Those behind it are loaded: the next one follows them, not this one.
        segments.push(await prepareSegment(this.#directory, entry, 'late', part));
        continue;
      }
      previous ??= await this.#ends.before(entry, position);
      const segment = await prepareSegment(this.#directory, entry, previous, part);
      previous = segment.end;
      segments.push(segment);
    }
    return segments;
  }

  async #loadPrepared(segments: readonly PreparedSegment[]): Promise<Loaded> {
    const outcome = await this.#target.load(segments.map((segment) => segment.toLoad));
    if (outcome.outcome === 'loaded') return outcome;
    if (segments.length === 1 && segments[0] !== undefined) return this.#rescue(segments[0], outcome);
    const middle = Math.ceil(segments.length / 2);
    const first = await this.#loadPrepared(segments.slice(0, middle));
    const second = await this.#loadPrepared(segments.slice(middle));
    return {
      outcome: 'loaded',
      storedEvents: first.storedEvents + second.storedEvents,
      duplicateEvents: first.duplicateEvents + second.duplicateEvents,
    };
  }

  async #rescue(segment: PreparedSegment, first: Exclude<LoadOutcome, Loaded>): Promise<Loaded> {
    let current: OpenSegment = { toLoad: segment.toLoad, lines: await segment.readLines() };
    let outcome: LoadOutcome = first;
    let [isRewritten, parts] = [false, 1];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const name = `Segment ${segment.toLoad.number}`;
      if (outcome.outcome === 'unreadable') {
        this.#onNotice(`${name}: some records cannot be read as they are; rewriting them`);
        current = await this.#rewritten(current, outcome.readableSequences, isRewritten);
        isRewritten = true;
      } else if (outcome.outcome === 'refused' && outcome.isTransient) {
        // Want of memory says nothing about what is in the segment: less at a time, and if that is no help, later.
        if (parts >= current.lines.length) throw new Error(`${name} is waiting for memory: ${outcome.reason}`);
        parts *= 2;
        this.#onNotice(`${name}: not enough memory, loading it in ${parts} parts: ${outcome.reason}`);
        current = await this.#inParts(current, parts);
      } else if (outcome.outcome === 'refused') {
        this.#onNotice(`${name}: rejected by the store, looking for the cause: ${outcome.reason}`);
        current = await this.#taken(current);
      }
      outcome = await this.#target.load([current.toLoad]);
      if (outcome.outcome === 'loaded') return outcome;
    }
    throw new Error(`Segment ${segment.toLoad.number} cannot be loaded: ${JSON.stringify(outcome)}`);
  }

  async #inParts({ toLoad, lines }: OpenSegment, parts: number): Promise<OpenSegment> {
    const files = [];
    const size = Math.ceil(lines.length / parts);
    for (let at = 0; at < lines.length; at += size) files.push(await this.#writeFile(lines.slice(at, at + size)));
    return { lines, toLoad: { ...toLoad, files } };
  }

  /** The same records, the unreadable ones normalised; those that stay unreadable as failed events. */
  async #rewritten(segment: OpenSegment, readable: ReadonlySet<number>, isAgain: boolean): Promise<OpenSegment> {
    const lines: RecordLine[] = [];
    const lost: LostStretch[] = [];
    for (const line of segment.lines) {
      const record = readable.has(line.sequence) ? undefined : parseRecord(line);
      if (readable.has(line.sequence)) lines.push(line);
      else if (record !== undefined) lines.push(isAgain ? asFailed(record, 'not readable') : rewriteRecord(record));
      else lost.push(await this.#quarantined(segment, line));
    }
    const { toLoad } = segment;
    const files = lines.length === 0 ? [] : [await this.#writeFile(lines)];
    const { records, uncountedRecords, ...events } = toLoad.loss;
    const loss = { records: records + lost.length, uncountedRecords: uncountedRecords + lost.length, ...events };
    return { lines, toLoad: { ...toLoad, files, lost: [...toLoad.lost, ...lost], loss } };
  }

  async #quarantined({ toLoad }: OpenSegment, line: RecordLine): Promise<LostStretch> {
    await this.#directory.quarantine(toLoad, line.offset, line.bytes);
    const record = readableRecord(line.bytes, line.sequence);
    const stretch = { offset: line.offset, bytes: line.bytes.length, reason: 'unparsable' };
    return record === undefined ? stretch : { ...stretch, record };
  }

  async #taken(segment: OpenSegment): Promise<OpenSegment> {
    const tools = { target: this.#target, writeFile: (lines: readonly RecordLine[]) => this.#writeFile(lines) };
    const parts = await isolatePoison(tools, segment.lines);
    const files = [];
    for (const part of parts) files.push(await this.#writeFile(part));
    return { lines: parts.flat(), toLoad: { ...segment.toLoad, files } };
  }

  async #writeFile(lines: readonly RecordLine[]) {
    const content = Buffer.concat(lines.map((line) => line.bytes));
    const sizes = lines.map(({ kind, bytes }) => ({ kind, byteLength: bytes.length }));
    return describeFile(await this.#directory.writeScratch(content), content, sizes);
  }
}

/** Rewriting and looking for a cause take few; the rest is for ever smaller parts. */
const MAX_ATTEMPTS = 16;
