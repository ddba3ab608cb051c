/** A segment that the log has sealed. */
export interface SegmentEntry {
  readonly logId: string;
  readonly number: number;
  /** `sealed` waits to be loaded; `loaded` was in a store once. */
  readonly place: 'sealed' | 'loaded';
  readonly path: string;
  readonly isCompressed: boolean;
  /** On disk. */
  readonly bytes: number;
  /** When its file was last written to. */
  readonly sealedAtMs: number;
}

/**
 * Where the log leaves its sealed segments.
 *
 * Every adapter keeps these promises:
 * - a file that is being written is never listed;
 * - the bytes of a segment exist, raw or compressed, at every moment of a move and of a compression, until it is removed.
 */
export interface SegmentDirectory {
  /** By log, then by number. */
  listSealed(): Promise<readonly SegmentEntry[]>;
  listLoaded(): Promise<readonly SegmentEntry[]>;
  /** The segment's bytes, inflated; good until the next read. */
  read(entry: SegmentEntry): Promise<Buffer>;
  moveToLoaded(entry: SegmentEntry): Promise<SegmentEntry>;
  /** Returns when the compressed file is safe on disk and the raw one is gone. */
  compress(entry: SegmentEntry): Promise<void>;
  /** For good: what is in it is kept elsewhere. */
  remove(entry: SegmentEntry): Promise<void>;
  /** Takes the records out and leaves where sequences go on; what was in it is kept elsewhere. */
  hollow(entry: SegmentEntry): Promise<void>;
  clearQuarantine(): Promise<void>;
  /** Keeps bytes that could not be read, for people to look at. */
  quarantine(
    segment: { readonly logId: string; readonly number: number },
    offset: number,
    bytes: Buffer,
  ): Promise<void>;
  /** A file that is needed for the load at hand only. */
  writeScratch(bytes: Buffer): Promise<string>;
  clearScratch(): Promise<void>;
}
