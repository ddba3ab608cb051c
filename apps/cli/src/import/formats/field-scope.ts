/**
 * Where the fields of an object go: `properties.name`, `context.part.member`, null for what is left out, or `=…` for what
 * the format reads itself. What has no target is kept as a property.
 */
export type Targets = Readonly<Record<string, string | null>>;
export type TargetOf = (name: string) => string | null | undefined;

export interface Place {
  readonly kind: 'kept' | 'dropped' | 'read' | 'property' | 'context';
  readonly from: string;
  /** Of ours; undefined for what is kept or left out. */
  readonly to?: string;
  /** Of the properties, or of the context. */
  readonly name: string;
  /** Of a part of the context. */
  readonly member: string;
  count: number;
}

/** Names beyond this are kept and not listed: exports may have a name for each value. */
const MAX_NAMES = 1000;

/** Looks up where a field goes once for each name, since there are many rows. */
export class FieldScope {
  readonly #prefix: string;
  readonly #targetOf: TargetOf;
  readonly #places = new Map<string, Place>();

  constructor(prefix: string, targetOf: TargetOf) {
    this.#prefix = prefix;
    this.#targetOf = targetOf;
  }

  place(name: string): Place {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.#find(name);
    if (this.#places.size < MAX_NAMES) this.#places.set(name, place);
    return place;
  }

  places(): readonly Place[] {
    return [...this.#places.values()];
  }

  #find(name: string): Place {
    const from = `${this.#prefix}${name}`;
    const target = this.#targetOf(name);
    if (target === undefined) return { kind: 'kept', from, name, member: '', count: 0 };
    if (target === null) return { kind: 'dropped', from, name, member: '', count: 0 };
    if (target.startsWith('=')) return { kind: 'read', from, to: target.slice(1), name, member: '', count: 0 };
    const [root, part = '', member = ''] = target.split('.');
    return { kind: root === 'properties' ? 'property' : 'context', from, to: target, name: part, member, count: 0 };
  }
}
