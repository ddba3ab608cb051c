/** What stands for the n-th part of a statement in the SQL of a bound. No user can write a name with a space in it. */
export const partName = (part: number): string => `lamppost part ${part}`;

/** What each member of a list takes in addition to its text. */
const BYTES_OF_GATHERED = 8;

/** How many bytes a part takes, as SQL. NULL where it is NULL. */
const measureSql = {
  /** Of what is text for sure. */
  text: (name: string) => `strlen(${name})`,
  /** Of a column, by its type; see guard-functions.ts. */
  column: (name: string) => `"lamppost size"(${name})`,
  /** Of a column when it is written as text. */
  columnAsText: (name: string) => `"lamppost text"(${name})`,
  /** Of a list that gathers it from many rows. Nobody has to look at the list itself, which may be long. */
  gathered: (name: string) => `sum(${BYTES_OF_GATHERED} + coalesce("lamppost size"(${name}), 0))`,
  /** The same where types are not known. */
  gatheredOther: (name: string) => `sum(${BYTES_OF_GATHERED} + coalesce(4 * strlen(to_json(${name})), 0))`,
  /** Of everything else. DuckDB counts the memory of JSON; a member of a list takes two characters at least. */
  other: (name: string) => `(4 * strlen(to_json(${name})))`,
} as const;
export type MeasureKind = keyof typeof measureSql;

/** A measure of one part, the product of two bounds, or a text to the power of the wildcards in a pattern. */
type Term =
  | { readonly times: number; readonly kind: MeasureKind; readonly part: number }
  | { readonly times: number; readonly kind: 'product'; readonly left: ByteBound; readonly right: ByteBound }
  | { readonly times: number; readonly kind: 'power'; readonly part: number; readonly pattern: number };

/** A list takes at least so many bytes for each of its members, however it is measured. */
const BYTES_OF_MEMBER = 8;

/** Time is counted like memory: so many steps take as long as it takes to make a byte. */
const STEPS_OF_BYTE = 8;
const MAX_POWER = 12;

/**
 * An upper bound of the bytes that a value takes: a number, and multiples of what can be measured when the statement is
 * run. Numbers are doubles, so that nothing overflows.
 */
export class ByteBound {
  readonly constant: number;
  readonly #terms: ReadonlyMap<string, Term>;

  private constructor(constant: number, terms: readonly Term[]) {
    this.constant = constant;
    const byKey = new Map<string, Term>();
    for (const term of terms) {
      // Nothing of a part is nothing, however long it is.
      if (term.times === 0) continue;
      const key = sqlOf(term);
      byKey.set(key, { ...term, times: term.times + (byKey.get(key)?.times ?? 0) });
    }
    this.#terms = byKey;
  }

  static ofBytes(bytes: number): ByteBound {
    return new ByteBound(bytes, []);
  }

  static ofPart(kind: MeasureKind, part: number): ByteBound {
    return new ByteBound(0, [{ times: 1, kind, part }]);
  }

  /** LIKE tries the rest of the pattern at every character, for each of its wildcards. */
  static ofLike(part: number, pattern: number): ByteBound {
    return new ByteBound(0, [{ times: 1 / STEPS_OF_BYTE, kind: 'power', part, pattern }]);
  }

  static sum(bounds: readonly ByteBound[]): ByteBound {
    return new ByteBound(
      bounds.reduce((sum, { constant }) => sum + constant, 0),
      bounds.flatMap((bound) => [...bound.#terms.values()]),
    );
  }

  get isConstant(): boolean {
    return this.#terms.size === 0;
  }

  /** What it is measured of. */
  parts(): number[] {
    return [...this.#terms.values()].flatMap((term) => {
      if (term.kind === 'product') return [...term.left.parts(), ...term.right.parts()];
      return term.kind === 'power' ? [term.part, term.pattern] : [term.part];
    });
  }

  plus(bytes: number): ByteBound {
    return new ByteBound(this.constant + bytes, [...this.#terms.values()]);
  }

  times(factor: number): ByteBound {
    const terms = [...this.#terms.values()].map((term) => ({ ...term, times: term.times * factor }));
    return new ByteBound(this.constant * factor, terms);
  }

  by(other: ByteBound): ByteBound {
    if (other.isConstant) return this.times(other.constant);
    if (this.isConstant) return other.times(this.constant);
    return new ByteBound(0, [{ times: 1, kind: 'product', left: this, right: other }]);
  }

  /**
   * The same for all members of a list, when this is the bound for one. Parts of members are not more than the list
   * altogether; what has nothing to do with the member counts as often as there are members.
   */
  forEachOf(list: ByteBound, isOfMember: (part: number) => boolean): ByteBound {
    const terms = [...this.#terms.values()];
    const ofMembers = terms.filter((term) => term.kind in measureSql && isOfMember((term as { part: number }).part));
    const each = new ByteBound(
      this.constant,
      terms.filter((term) => !ofMembers.includes(term)),
    );
    const members = list.times(1 / BYTES_OF_MEMBER);
    const times = ofMembers.reduce((sum, term) => sum + term.times, 0);
    return ByteBound.sum([list.times(times), each.#inTermsOf(list, isOfMember).by(members)]);
  }

  #inTermsOf(list: ByteBound, isOfMember: (part: number) => boolean): ByteBound {
    const bounds = [...this.#terms.values()].map((term) => {
      if (term.kind === 'power') return new ByteBound(0, [term]);
      if (term.kind !== 'product') return isOfMember(term.part) ? list.times(term.times) : new ByteBound(0, [term]);
      const [left, right] = [term.left, term.right].map((factor) => factor.#inTermsOf(list, isOfMember));
      return (left as ByteBound).by(right as ByteBound).times(term.times);
    });
    return ByteBound.sum([...bounds, ByteBound.ofBytes(this.constant)]);
  }

  toSql(): string {
    const terms = [...this.#terms].map(([sql, { times }]) => `${double(times)} * coalesce(${sql}, 0)`);
    return sumOf([double(this.constant), ...terms]);
  }

  /** As SQL, whether it could be more than so many bytes; quicker to work out than the bound itself. Not NULL's business. */
  couldExceed(bytes: number): string {
    const times = [...this.#terms.values()].reduce((sum, term) => sum + term.times, 0);
    const each = Math.floor((bytes - this.constant) / times);
    if (each < 0) return 'true';
    const measures = [...this.#terms.keys()];
    return `${measures.length === 1 ? measures[0] : `greatest(${measures.join(', ')})`} > ${each}`;
  }
}

function sqlOf(term: Term): string {
  if (term.kind === 'product') return `(${term.left.toSql()} * ${term.right.toSql()})`;
  const name = `"${partName(term.part)}"`;
  if (term.kind !== 'power') return measureSql[term.kind](name);
  const pattern = `"${partName(term.pattern)}"`;
  const wildcards = `strlen(${pattern}) - strlen(replace(${pattern}, '%', ''))`;
  return `pow(1 + strlen(${name}), least(${MAX_POWER}, greatest(1, ${wildcards})))`;
}

const double = (number: number): string => number.toExponential();

/** Halved again and again, so that a long sum is not nested deep. */
export function sumOf(terms: readonly string[]): string {
  if (terms.length <= 1) return terms[0] ?? double(0);
  const half = Math.ceil(terms.length / 2);
  return `(${sumOf(terms.slice(0, half))} + ${sumOf(terms.slice(half))})`;
}
