import { NO_TOTALS } from '../event-log/log-totals.ts';
import { readSegment } from '../event-log/read-segment.ts';
import { accountOf, type SegmentEnd } from '../event-log/segment-account.ts';
import type { LogPosition } from './load-target.ts';
import type { SegmentDirectory, SegmentEntry } from './segment-directory.ts';

/** In front of the first segment of a log. */
const BEGINNING: SegmentEnd = { number: 0, totals: NO_TOTALS, uncountedRecords: 0 };

/** Remembers where the segment of each log ended that was loaded last: what lies before the next one is missing. */
export class SegmentEnds {
  readonly #directory: SegmentDirectory;
  readonly #ends = new Map<string, SegmentEnd>();

  constructor(directory: SegmentDirectory) {
    this.#directory = directory;
  }

  /** Undefined where nobody can tell: what was loaded behind the predecessor, and is gone from the log, is in the store. */
  async before({ logId, number }: SegmentEntry, position: LogPosition | undefined): Promise<SegmentEnd | undefined> {
    const known = this.#ends.get(logId);
    const end = known !== undefined && known.number < number ? known : await this.#read(logId, number);
    return end.number < (position?.upTo ?? 0) ? undefined : end;
  }

  /** Of the last one that was noted. */
  last(logId: string): SegmentEnd {
    return this.#ends.get(logId) ?? BEGINNING;
  }

  note(logId: string, end: SegmentEnd): void {
    // One that came late is not the last.
    if (end.number > (this.#ends.get(logId)?.number ?? 0)) this.#ends.set(logId, end);
  }

  async #read(logId: string, number: number): Promise<SegmentEnd> {
    const entries = [...(await this.#directory.listLoaded()), ...(await this.#directory.listSealed())];
    const earlier = entries.filter((entry) => entry.logId === logId && entry.number < number);
    const previous = earlier.reduce<SegmentEntry | undefined>(
      (latest, entry) => (latest === undefined || entry.number > latest.number ? entry : latest),
      undefined,
    );
    if (previous === undefined) return BEGINNING;
    const bytes = await this.#directory.read(previous);
    return accountOf(bytes, readSegment(bytes, previous), previous.number, undefined).end;
  }
}
