import { FieldScope, type TargetOf, type Targets } from './field-scope.ts';

interface MappedField {
  readonly from: string;
  readonly to: string;
  readonly count: number;
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

/** What became of the fields of all rows: mapped to a field of ours, kept as a property, or left out. */
export class FieldLog {
  readonly #scopes = new Map<string, FieldScope>();

  /** The fields of one object of a row; the targets of a prefix are always the same. */
  scope(prefix: string, targets: Targets | TargetOf): FieldScope {
    const known = this.#scopes.get(prefix);
    if (known !== undefined) return known;
    const scope = new FieldScope(prefix, typeof targets === 'function' ? targets : inTable(targets));
    this.#scopes.set(prefix, scope);
    return scope;
  }

  summary(): FieldSummary {
    const places = [...this.#scopes.values()].flatMap((scope) => scope.places()).filter(({ count }) => count > 0);
    const sorted = places.toSorted((a, b) => b.count - a.count);
    const named = (kind: string): FieldCount[] =>
      sorted.filter((place) => place.kind === kind).map(({ from, count }) => ({ field: from, count }));
    return {
      mapped: sorted.flatMap(({ from, to, count }) => (to === undefined ? [] : [{ from, to, count }])),
      kept: named('kept'),
      dropped: named('dropped'),
    };
  }
}

const inTable =
  (targets: Targets): TargetOf =>
  (name) =>
    Object.hasOwn(targets, name) ? targets[name] : undefined;
