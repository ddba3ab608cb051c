export interface MappedField {
  readonly from: string;
  readonly to: string;
  count: number;
}

/** Names beyond this are counted and not listed: exports may have a name for each value. */
const MAX_NAMES = 1000;

/** What became of the fields of all rows: mapped to a field of ours, kept under their own name, or left out. */
export class FieldLog {
  readonly #mapped = new Map<string, MappedField>();
  readonly #kept = new Map<string, number>();
  readonly #dropped = new Map<string, number>();

  mapped(from: string, to: string): void {
    const known = this.#mapped.get(from);
    if (known !== undefined) known.count += 1;
    else if (this.#mapped.size < MAX_NAMES) this.#mapped.set(from, { from, to, count: 1 });
  }

  /** As a property, under its own name. */
  kept(name: string): void {
    count(this.#kept, name);
  }

  dropped(name: string): void {
    count(this.#dropped, name);
  }

  summary(): FieldSummary {
    return {
      mapped: [...this.#mapped.values()].toSorted((a, b) => b.count - a.count),
      kept: listed(this.#kept),
      dropped: listed(this.#dropped),
    };
  }
}

export interface FieldCount {
  readonly field: string;
  readonly count: number;
}

export interface FieldSummary {
  readonly mapped: readonly MappedField[];
  readonly kept: readonly FieldCount[];
  readonly dropped: readonly FieldCount[];
}

function count(counts: Map<string, number>, name: string): void {
  const known = counts.get(name);
  if (known !== undefined) counts.set(name, known + 1);
  else if (counts.size < MAX_NAMES) counts.set(name, 1);
}

const listed = (counts: ReadonlyMap<string, number>): FieldCount[] =>
  [...counts].map(([field, times]) => ({ field, count: times })).toSorted((a, b) => b.count - a.count);
