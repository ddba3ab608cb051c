import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
/** The body of a batch with so many events. */
export type BatchSource = (events: number) => string;

const batchEvents = 20;
const segmentBytes = 8 * 1024 * 1024;

/** Where records belong. */
export interface SegmentOwner {
  readonly projectId: string;
  readonly environmentId: string;
}

/**
 * Writes sealed segments into a log of its own, as docs/specs/event-log.md describes them: the way of events into the
 * store without the edge, so that a hundred million are there in half an hour.
 */
export class SegmentWriter {
  readonly folder: string;
  readonly #logId: string;
  readonly #owner: SegmentOwner;
  readonly #next: BatchSource;
  #segment = 1;
  #sequence = 1;
  #group = 1;

  constructor(logRoot: string, owner: SegmentOwner, next: BatchSource) {
    this.#logId = crypto.randomUUID();
    this.folder = join(logRoot, this.#logId);
    this.#owner = owner;
    this.#next = next;
  }

  /** At least this many events, in files that only `publish` hands to the loader. */
  async prepare(events: number): Promise<{ readonly events: number; publish(): Promise<void> }> {
    await mkdir(this.folder, { recursive: true });
    const names: string[] = [];
    let written = 0;
    while (written < events) {
      const { content, count } = this.#makeSegment(events - written);
      const name = `${String(this.#segment++).padStart(10, '0')}.ndjson`;
      await writeFile(join(this.folder, `${name}.prepared`), content);
      names.push(name);
      written += count;
    }
    const publish = async (): Promise<void> => {
      for (const name of names) await rename(join(this.folder, `${name}.prepared`), join(this.folder, name));
    };
    return { events: written, publish };
  }

  #makeSegment(maxEvents: number): { readonly content: Buffer; readonly count: number } {
    const first = this.#sequence;
    const lines: Buffer[] = [];
    let [bytes, count] = [0, 0];
    while (bytes < segmentBytes && count < maxEvents) {
      const line = this.#encode(this.#next(batchEvents));
      lines.push(line);
      bytes += line.length;
      count += batchEvents;
    }
    const head = line({ $: 'segment', format: 1, log: this.#logId, segment: this.#segment, first });
    const group = line({ $: 'group', seq: this.#group++, count: lines.length, len: bytes });
    const content = Buffer.concat([head, group, ...lines]);
    const seal = {
      segment: this.#segment,
      records: lines.length,
      groups: 1,
      bytes: content.length,
      next: this.#sequence,
      nextGroup: this.#group,
    };
    return { content: Buffer.concat([content, line({ $: 'seal', ...seal })]), count };
  }

  #encode(body: string): Buffer {
    const { projectId, environmentId } = this.#owner;
    const rest = `"s":${this.#sequence++},"p":"${projectId}","e":"${environmentId}","r":${Date.now()},"n":${batchEvents},"b":${body}}`;
    return Buffer.from(`{"c":${crc32(rest)},${rest}\n`);
  }
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
