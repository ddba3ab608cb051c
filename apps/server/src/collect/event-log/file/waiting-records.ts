/** A record that has its place in the log and waits for the sync that acknowledges it. */
export interface WaitingRecord {
  readonly line: Buffer;
  readonly sequence: number;
  /** In it, if it is a batch of events. */
  readonly events: number;
  resolve(): void;
  reject(reason: Error): void;
}

/** Records that arrived while a group was being written: the next group. */
export class WaitingRecords {
  #records: WaitingRecord[] = [];
  #bytes = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#records.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  push(record: WaitingRecord): void {
    this.#records.push(record);
    this.#bytes += record.line.length;
  }

  takeAll(): WaitingRecord[] {
    const taken = this.#records;
    this.#records = [];
    this.#bytes = 0;
    return taken;
  }

  /** The oldest ones, at least one, until they reach this size. */
  take(groupBytes: number): WaitingRecord[] {
    if (this.#bytes <= groupBytes) return this.takeAll();
    let [count, bytes] = [0, 0];
    while (bytes < groupBytes) bytes += this.#records[count++]?.line.length ?? groupBytes;
    this.#bytes -= bytes;
    return this.#records.splice(0, count);
  }
}
