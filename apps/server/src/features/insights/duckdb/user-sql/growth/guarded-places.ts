import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../../queries/sql-tables.ts';
import { parseSql, type Tree, type TreeNode } from '../sql-tree.ts';
import { type ByteBound, partName } from './byte-bound.ts';
import { namesAny, textOf } from './expression-tree.ts';

/** DuckDB works on so many rows at a time, and holds what its expressions make of them until the next ones. */
const VECTOR_ROWS = 2_048;
/** What all expressions of a statement may make of so many rows without asking. */
const UNASKED_BYTES = 16 * 1024 * 1024;
const MAX_BOUND_CHARACTERS = 20_000;
const EXPRESSION_NAME = 'lamppost expression';

/** An expression that asks for memory before it is worked out. */
interface GuardedPlace {
  /** Takes the place of the expression, and is filled in at the end. */
  readonly place: TreeNode;
  readonly expression: TreeNode;
  readonly bound: ByteBound;
  readonly rows: RowsAtOnce;
}

/**
 * Whether the rows of a vector are held `together`, or worked on `in turn`. Lists can have any number of members: in a
 * `lambda` short results count as well.
 */
export type RowsAtOnce = 'together' | 'in turn' | 'lambda';

/** The expressions of a statement that ask, and the deps of it that are measured for that. */
export class GuardedPlaces {
  readonly #places: GuardedPlace[] = [];
  readonly #deps: TreeNode[] = [];
  readonly #partByText = new Map<string, number>();
  /** Parts of a member of a list, which only its lambda can name. */
  readonly #memberParts = new Set<number>();
  /** Parts that take time to work out. */
  readonly #slowParts = new Set<number>();

  /** The number of a part; the same for what is written alike. */
  partOf(tree: TreeNode, { parameters, isSlow }: { parameters?: ReadonlySet<string>; isSlow: boolean }): number {
    const text = textOf(tree);
    const known = this.#partByText.get(text);
    const part = known ?? this.#deps.push(tree) - 1;
    this.#partByText.set(text, part);
    if (parameters !== undefined && namesAny(tree, parameters)) this.#memberParts.add(part);
    if (isSlow) this.#slowParts.add(part);
    return part;
  }

  readonly isOfMember = (part: number): boolean => this.#memberParts.has(part);

  /** What takes the place of the expression. */
  add(expression: TreeNode, bound: ByteBound, rows: RowsAtOnce): TreeNode {
    const place: TreeNode = { place: String(this.#places.length), alias: expression.alias ?? '' };
    this.#places.push({ place, expression, bound, rows });
    return place;
  }

  /** In the order in which they were found, so that what stands inside another one is filled in before it. */
  async fillIn(connection: DuckDBConnection, watchId: number): Promise<void> {
    if (this.#places.length === 0) return;
    const forms = this.#places.map((place) => this.#formOf(place, watchId));
    const [parsed] = (await parseSql(connection, `SELECT ${forms.join(', ')}`)) as [TreeNode];
    const guards = (parsed.node as TreeNode).select_list as TreeNode[];
    for (const [index, { place, expression }] of this.#places.entries()) {
      const filled = this.#withParts(guards[index] as TreeNode, { ...expression, alias: '' }) as TreeNode;
      const { alias } = place;
      delete place.place;
      Object.assign(place, filled, { alias });
    }
  }

  /** What costs nothing to measure is measured twice, so that short texts need not ask. */
  #formOf({ bound, rows }: GuardedPlace, watchId: number): string {
    const sql = bound.toSql();
    if (sql.length > MAX_BOUND_CHARACTERS) throw new QueryRejected(SQL_FIELD, 'has an expression that is too long');
    const name = rows === 'in turn' ? 'lamppost room in turn' : 'lamppost room';
    const room = `"${bound.isConstant ? 'lamppost same room' : name}"(${watchId}, ${sql})`;
    const isAlwaysAsked =
      rows === 'lambda' || bound.isConstant || bound.parts().some((part) => this.#slowParts.has(part));
    const heldRows = rows === 'in turn' ? 1 : VECTOR_ROWS;
    const little = Math.floor(UNASKED_BYTES / heldRows / this.#places.length);
    const hasRoom = isAlwaysAsked ? room : `CASE WHEN ${bound.couldExceed(little)} THEN ${room} ELSE true END`;
    return `CASE WHEN ${hasRoom} THEN "${EXPRESSION_NAME}" END`;
  }

  #withParts(tree: Tree, expression: TreeNode): Tree {
    if (typeof tree !== 'object' || tree === null) return tree;
    if (Array.isArray(tree)) return tree.map((part) => this.#withParts(part, expression));
    if (tree.class === 'COLUMN_REF') {
      const [name = ''] = tree.column_names as string[];
      if (name === EXPRESSION_NAME) return expression;
      const part = this.#deps[Number(name.slice(partName(0).length - 1))];
      if (part === undefined) throw new Error(`A bound names ${name}`);
      return { ...structuredClone(part), alias: '' };
    }
    return Object.fromEntries(
      Object.entries(tree).map(([member, part]) => [member, this.#withParts(part, expression)]),
    );
  }
}
