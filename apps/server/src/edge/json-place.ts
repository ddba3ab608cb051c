/** A value that was read from a file, and where it stands in it. Throws an error that names the first wrong place. */
export class JsonPlace {
  readonly value: unknown;
  readonly #where: string;

  constructor(value: unknown, where = '') {
    this.value = value;
    this.#where = where;
  }

  text(name: string): string {
    return this.member(name).asText();
  }

  asText(): string {
    return typeof this.value === 'string' ? this.value : this.#fail('a string');
  }

  /** Null counts as absent. */
  has(name: string): boolean {
    return (this.member(name).value ?? null) !== null;
  }

  integer(name: string): number {
    const member = this.member(name);
    return Number.isSafeInteger(member.value) ? (member.value as number) : member.#fail('an integer');
  }

  number(name: string): number {
    const member = this.member(name);
    return Number.isFinite(member.value) ? (member.value as number) : member.#fail('a number');
  }

  oneOf<Value>(name: string, values: readonly Value[]): Value {
    const member = this.member(name);
    const found = values.find((value) => value === member.value);
    return found === undefined ? member.#fail(`one of ${values.join(', ')}`) : found;
  }

  list<Item>(name: string, read: (item: JsonPlace) => Item): Item[] {
    const member = this.member(name);
    if (!Array.isArray(member.value)) return member.#fail('a list');
    return member.value.map((item, index) => read(new JsonPlace(item, `${member.#where}[${index}]`)));
  }

  /** Takes a member as it is, once `faultOf` has found nothing: it says which place inside is wrong. */
  checked<Value>(name: string, faultOf: (value: unknown) => string | undefined): Value {
    const member = this.member(name);
    const fault = faultOf(member.value);
    if (fault !== undefined) throw new Error(`${member.#where}${fault} is not as it should be`);
    return member.value as Value;
  }

  member(name: string): JsonPlace {
    const { [name]: value } = Object(this.value) as Record<string, unknown>;
    return new JsonPlace(value, this.#where === '' ? name : `${this.#where}.${name}`);
  }

  #fail(expected: string): never {
    throw new Error(`${this.#where} is not ${expected}`);
  }
}
