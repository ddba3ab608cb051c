/** A session that will be reported, as much as is needed to write its script again. */
export interface SessionRow {
  readonly person: number;
  /** Which of the person's sessions it is; its random numbers depend on it. */
  readonly ordinal: number;
  readonly startMs: number;
  /** How many steps of its script are reported. */
  readonly steps: number;
  readonly release: number;
  readonly device: 0 | 1;
  readonly isArrival: boolean;
  readonly isKnown: boolean;
  /** The device is met for the first time. */
  readonly isNewDevice: boolean;
  /** The device has another version than in its session before. */
  readonly isUpdated: boolean;
}

/** Sessions in twenty bytes each, so that millions of events are planned in a few megabytes. */
export class SessionTable {
  #length = 0;
  #person = new Uint32Array(1024);
  #ordinal = new Uint16Array(1024);
  #startMs = new Float64Array(1024);
  #steps = new Uint16Array(1024);
  #release = new Uint8Array(1024);
  #bits = new Uint8Array(1024);

  get length(): number {
    return this.#length;
  }

  add(row: SessionRow): void {
    if (this.#length === this.#person.length) this.#grow();
    const at = this.#length;
    this.#person[at] = row.person;
    this.#ordinal[at] = row.ordinal;
    this.#startMs[at] = row.startMs;
    this.#steps[at] = row.steps;
    this.#release[at] = row.release;
    this.#bits[at] =
      row.device |
      (row.isArrival ? 2 : 0) |
      (row.isKnown ? 4 : 0) |
      (row.isNewDevice ? 8 : 0) |
      (row.isUpdated ? 16 : 0);
    this.#length += 1;
  }

  /** From the earliest start to the latest. */
  *inOrder(): Generator<SessionRow> {
    const starts = this.#startMs;
    const order = new Uint32Array(this.#length).map((_, at) => at);
    order.sort((a, b) => (starts[a] as number) - (starts[b] as number) || a - b);
    for (const at of order) yield this.#row(at);
  }

  #row(at: number): SessionRow {
    const bits = this.#bits[at] as number;
    return {
      person: this.#person[at] as number,
      ordinal: this.#ordinal[at] as number,
      startMs: this.#startMs[at] as number,
      steps: this.#steps[at] as number,
      release: this.#release[at] as number,
      device: (bits & 1) as 0 | 1,
      isArrival: (bits & 2) !== 0,
      isKnown: (bits & 4) !== 0,
      isNewDevice: (bits & 8) !== 0,
      isUpdated: (bits & 16) !== 0,
    };
  }

  #grow(): void {
    const room = this.#length * 2;
    this.#person = enlarged(this.#person, new Uint32Array(room));
    this.#ordinal = enlarged(this.#ordinal, new Uint16Array(room));
    this.#startMs = enlarged(this.#startMs, new Float64Array(room));
    this.#steps = enlarged(this.#steps, new Uint16Array(room));
    this.#release = enlarged(this.#release, new Uint8Array(room));
    this.#bits = enlarged(this.#bits, new Uint8Array(room));
  }
}

function enlarged<T extends Uint32Array | Uint16Array | Uint8Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
