import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { isPublicTable, type PublicTable, publicTableNames, SQL_FIELD } from '../../queries/sql-tables.ts';
import { boundName } from './bound-name.ts';
import { castGrowth } from './growth/cast-growth.ts';
import { allowedTableFunctions, type Growth, growthOf, sessionNames, unboundedFunctions } from './sql-functions.ts';
import { nameIn, numberOf, placeIn, type Tree, type TreeNode } from './sql-tree.ts';

/** What a statement that may be run asks for. */
export interface CheckedStatement {
  readonly tables: ReadonlySet<PublicTable>;
  /** False only when `person_id` of events cannot be in the answer. */
  readonly isPersonAsked: boolean;
}

const MAX_DEPTH = 400;
const MAX_NODES = 20_000;
const MAX_QUERIES = 200;

const expressionClasses = new Set(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR
   POSITIONAL_REFERENCE STAR SUBQUERY WINDOW TYPE`.split(/\s+/),
);
const queryNodes = new Set(['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE']);
const sources = new Set(['BASE_TABLE', 'SUBQUERY', 'JOIN', 'TABLE_FUNCTION', 'EXPRESSION_LIST', 'EMPTY', 'PIVOT']);
const harmless = /_MODIFIER$|_TYPE_INFO$|^ORDER_DEFAULT$|^ASCENDING$|^DESCENDING$/;
/** Plain words. A name that is no CTE after all would be looked for in the catalog: none of these is there. */
const cteName = /^(?!(?:duckdb|pg|sqlite|pragma|information)_)[\p{L}_][\p{L}\p{N}_]{0,127}$/iu;
/** Long paddings in a format: `%1000000d`, `{:1000000}`, and those that take the length from an argument. */
const longPadding = /\d{4}|\*|\{[^}]*\{/;

/** Aggregates that give a list when they are called with so many arguments. */
const manyByNumber: Readonly<Record<string, number>> = {
  ...{ max: 2, min: 2, arg_max: 3, arg_min: 3, argmax: 3, argmin: 3, max_by: 3, min_by: 3 },
  ...{ arg_max_null: 3, arg_min_null: 3, arg_max_nulls_last: 3, arg_min_nulls_last: 3 },
};

/** CTEs that can be named where the walk is. */
type Scope = ReadonlySet<string>;

/**
 * Walks the whole tree and refuses what is not on a list: kinds of nodes, tables, functions. Tables of the project are
 * given the name under which they will be bound, so that what a user's CTE is called cannot matter.
 */
export class StatementCheck {
  readonly #sql: string;
  readonly #tables = new Set<PublicTable>();
  /** Names that stand for a whole row when they are used like a column. */
  readonly #rowNames = new Set<string>(publicTableNames);
  readonly #columns = new Set<string>();
  /** Names that the statement itself gives to columns. */
  readonly #givenNames = new Set<string>();
  #userColumn: TreeNode | undefined;
  #isEveryColumnAsked = false;
  #nodes = 0;
  #queries = 0;

  private constructor(sql: string) {
    this.#sql = sql;
  }

  /** Changes the statement: see above. `sql` is the text that it was read from. */
  static check(sql: string, statements: readonly TreeNode[]): CheckedStatement {
    const [statement, ...more] = statements;
    if (statement === undefined) throw new QueryRejected(SQL_FIELD, 'must be one SELECT: it has no statement');
    if (more.length > 0) throw new QueryRejected(SQL_FIELD, 'must be one SELECT: it has more than one statement');
    const check = new StatementCheck(sql);
    check.#walk(statement, new Set(), 0);
    check.#checkUserColumn();
    const isRowAsked = [...check.#columns].some((name) => name === 'person_id' || check.#rowNames.has(name));
    return { tables: check.#tables, isPersonAsked: check.#isEveryColumnAsked || isRowAsked };
  }

  #walk(tree: Tree, scope: Scope, depth: number): void {
    if (typeof tree !== 'object' || tree === null) return;
    if (++this.#nodes > MAX_NODES) throw new QueryRejected(SQL_FIELD, 'is too long');
    if (depth > MAX_DEPTH) throw new QueryRejected(SQL_FIELD, 'is nested too deep');
    if (Array.isArray(tree)) {
      for (const part of tree) this.#walk(part, scope, depth + 1);
      return;
    }
    this.#walkMembers(tree, this.#enter(tree, scope, depth), depth);
  }

  #walkMembers(node: TreeNode, scope: Scope, depth: number): void {
    for (const [member, part] of Object.entries(node)) {
      const isRecursivePart = node.type === 'RECURSIVE_CTE_NODE' && member === 'right';
      // A CTE was walked when the query was entered, the call of a table function when its table was.
      if (member === 'cte_map') continue;
      if (node.type === 'TABLE_FUNCTION' && member === 'function')
        this.#walkMembers(part as TreeNode, scope, depth + 1);
      else this.#walk(part, isRecursivePart ? including(scope, nameIn(node.cte_name)) : scope, depth + 1);
    }
  }

  /** Checks the node by itself and answers what can be named inside it. */
  #enter(node: TreeNode, scope: Scope, depth: number): Scope {
    const { class: expression, type } = node;
    if (typeof expression === 'string') this.#checkExpression(node, expression);
    else if (typeof type === 'string' && sources.has(type)) this.#checkSource(node, type, scope);
    else if (typeof type === 'string' && queryNodes.has(type)) return this.#enterQuery(node, scope, depth);
    else if (typeof type === 'string' && !harmless.test(type)) throw this.#refused(node, notSupported(type));
    return scope;
  }

  /** A CTE sees those before it, and what surrounds the query; the query sees all of them. */
  #enterQuery(node: TreeNode, scope: Scope, depth: number): Scope {
    if (++this.#queries > MAX_QUERIES) throw this.#refused(node, 'has too many queries in it');
    let inner = scope;
    const { map } = (node.cte_map ?? {}) as TreeNode;
    for (const { key, value } of (map ?? []) as TreeNode[]) {
      const name = nameIn(key);
      if (!cteName.test(name)) throw this.#refused(node, `cannot have a CTE called ${name}`);
      for (const column of ((value as TreeNode).aliases ?? []) as Tree[]) this.#givenNames.add(nameIn(column));
      this.#walk(value ?? null, inner, depth + 1);
      inner = including(inner, name);
    }
    return inner;
  }

  #checkSource(node: TreeNode, type: string, scope: Scope): void {
    const alias = nameIn(node.alias);
    if (alias !== '') this.#rowNames.add(alias);
    const renamed = (node.column_name_alias ?? []) as Tree[];
    for (const column of renamed) this.#givenNames.add(nameIn(column));
    if (type === 'PIVOT' || node.ref_type === 'NATURAL' || renamed.length > 0) this.#isEveryColumnAsked = true;
    if (type === 'PIVOT') this.#checkPivot(node);
    if (type === 'BASE_TABLE') this.#checkTable(node, scope);
    if (type === 'TABLE_FUNCTION') this.#checkTableFunction(node);
    for (const column of (node.using_columns ?? []) as Tree[]) this.#columns.add(nameIn(column));
  }

  #checkTable(node: TreeNode, scope: Scope): void {
    const written = [node.catalog_name, node.schema_name, node.table_name].filter((part) => part !== '').join('.');
    if (node.catalog_name !== '' || node.schema_name !== '') {
      throw this.#refused(node, `uses ${written}: write the table name without a schema`);
    }
    if (node.at_clause !== null) throw this.#refused(node, 'cannot ask for an earlier version of a table');
    const name = nameIn(node.table_name);
    if (scope.has(name)) return;
    if (!isPublicTable(name)) {
      throw this.#refused(node, `uses an unknown table ${written}. Available: ${publicTableNames.join(', ')}`);
    }
    this.#tables.add(name);
    if (node.alias === '') node.alias = node.table_name ?? name;
    node.table_name = boundName(name);
  }

  #checkTableFunction(node: TreeNode): void {
    const name = nameIn((node.function as TreeNode | undefined)?.function_name);
    if (!allowedTableFunctions.has(name)) throw this.#refused(node, `cannot read from ${name}()`);
  }

  #checkPivot(node: TreeNode): void {
    for (const { pivot_enum } of (node.pivots ?? []) as TreeNode[]) {
      if (typeof pivot_enum === 'string' && pivot_enum !== '') throw this.#refused(node, 'cannot PIVOT by a type');
    }
  }

  #checkExpression(node: TreeNode, expression: string): void {
    this.#givenNames.add(nameIn(node.alias));
    if (expression === 'PARAMETER') throw this.#refused(node, 'cannot have parameters');
    if (!expressionClasses.has(expression)) throw this.#refused(node, notSupported(expression));
    if (expression === 'STAR' || expression === 'POSITIONAL_REFERENCE') this.#isEveryColumnAsked = true;
    if (expression === 'COLUMN_REF') this.#checkColumn(node);
    if (expression === 'FUNCTION' || expression === 'WINDOW') this.#checkFunction(node);
    if (expression === 'LAMBDA') this.#checkLambda(node);
    if (expression === 'CAST') this.#checkCast(node);
  }

  #checkColumn(node: TreeNode): void {
    const names = (node.column_names as Tree[]).map(nameIn);
    const [name = ''] = names;
    if (names.length === 1 && sessionNames.has(name)) throw this.#refused(node, notAsked(name));
    if (names.length === 1 && name === 'user') this.#userColumn = node;
    this.#columns.add(names.at(-1) ?? '');
  }

  /** A session has a `user` too, but unlike the others it is what people call columns. */
  #checkUserColumn(): void {
    if (this.#userColumn !== undefined && !this.#givenNames.has('user')) {
      throw this.#refused(this.#userColumn, notAsked('user'));
    }
  }

  /** Lists times lists: DuckDB cannot be interrupted in the middle of a lambda. */
  #checkLambda(node: TreeNode): void {
    if (holdsLambda(node.expr ?? null)) throw this.#refused(node, 'cannot have a lambda inside a lambda');
  }

  #checkFunction(node: TreeNode): void {
    const name = nameIn(node.function_name);
    if (Object.hasOwn(unboundedFunctions, name)) {
      throw this.#refused(node, `cannot call ${name}(): it ${unboundedFunctions[name]}`);
    }
    if (name === '~~~') this.#checkGlob(node);
    const growth = growthOf(name);
    if (growth === undefined) throw this.#refused(node, `cannot call ${name}()`);
    if (node.class === 'WINDOW') this.#checkWindow(node, name, growth);
    if (growth.kind !== 'rule') return;
    if (growth.rule === 'format') this.#checkFormat(node, name);
    if (growth.rule === 'aggregate') this.#checkAggregate(node, name);
    if (growth.rule.startsWith('regexp') && this.#literal(node, 1) === undefined) {
      throw this.#refused(node, `can use ${name}() only with a literal pattern`);
    }
    if (growth.rule === 'structure' && this.#literal(node, 1) === undefined) {
      throw this.#refused(node, `can use ${name}() only with a literal structure`);
    }
  }

  /** DuckDB tries the rest of the pattern at every character, for each asterisk. */
  #checkGlob(node: TreeNode): void {
    const pattern = this.#literal(node, 1);
    if (pattern === undefined || pattern.split('*').length > 2) {
      throw this.#refused(node, 'can use GLOB only with a literal pattern, with one asterisk at most');
    }
  }

  /** A window has a value for every row; nobody counts what takes as much as all rows together. */
  #checkWindow(node: TreeNode, name: string, growth: Growth): void {
    const isOfMany = manyByNumber[name] === ((node.children ?? []) as Tree[]).length;
    if ((growth.kind === 'gathered' && !growth.canBeWindow) || isOfMany) {
      throw this.#refused(node, `cannot call ${name}() over a window: use GROUP BY and a join`);
    }
  }

  /** `list_aggregate(l, 'sum')` calls what it names. */
  #checkAggregate(node: TreeNode, name: string): void {
    const aggregate = nameIn(this.#literal(node, 1));
    if (aggregate === '') throw this.#refused(node, `can use ${name}() only with a literal name`);
    if (growthOf(aggregate) === undefined) throw this.#refused(node, `cannot call ${aggregate}()`);
  }

  #literal(node: TreeNode, place: number): string | undefined {
    const child = ((node.children ?? []) as TreeNode[])[place];
    const text = child?.class === 'CONSTANT' ? (child.value as TreeNode).value : undefined;
    return typeof text === 'string' ? text : undefined;
  }

  #checkCast(node: TreeNode): void {
    const type = node.cast_type as TreeNode;
    if (castGrowth(type) === undefined) throw this.#refused(node, `cannot cast to ${String(type.id)}`);
  }

  #checkFormat(node: TreeNode, name: string): void {
    const [format] = (node.children ?? []) as TreeNode[];
    const text = (format?.value as TreeNode | undefined)?.value;
    const isShort = format?.class === 'CONSTANT' && typeof text === 'string' && !longPadding.test(text);
    if (!isShort) throw this.#refused(node, `can use ${name}() only with a short literal format`);
  }

  #refused(node: TreeNode, what: string): QueryRejected {
    const byte = numberOf(node.query_location);
    const isKnown = byte !== undefined && byte <= this.#sql.length * 4;
    return new QueryRejected(SQL_FIELD, isKnown ? `${what} (${placeIn(this.#sql, byte)})` : what);
  }
}

/** `a -> 'b'` is a lambda to the parser, and the member of a JSON to everybody else. */
const isLambda = (node: TreeNode): boolean =>
  node.class === 'LAMBDA' && (node.expr as TreeNode | undefined)?.class !== 'CONSTANT';

function holdsLambda(tree: Tree): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  if (!Array.isArray(tree) && isLambda(tree)) return true;
  return Object.values(tree).some(holdsLambda);
}

const notAsked = (name: string): string => `can't use ${name}. If ${name} is a column, write table.${name}`;

const including = (scope: Scope, name: string): Scope => new Set([...scope, name]);

const notSupported = (kind: string): string =>
  kind === 'SHOW_REF'
    ? 'must be one SELECT: DESCRIBE, SHOW and SUMMARIZE are not'
    : `uses unsupported syntax: ${kind.toLowerCase().replaceAll('_', ' ')}`;
