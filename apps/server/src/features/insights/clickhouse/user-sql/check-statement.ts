import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { isPublicTable, type PublicTable, publicTableNames, SQL_FIELD } from '../../queries/sql-tables.ts';
import { commonTableNames } from './common-table-names.ts';
import { isSign, isWord, type Token } from './lex-statement.ts';
import { checkSetOperations } from './set-operations.ts';
import { isAllowedFunction, unboundedFunctions } from './sql-functions.ts';
import { isCastType } from './sql-types.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** What a statement that may be run asks for. */
export interface CheckedStatement {
  readonly tables: ReadonlySet<PublicTable>;
  /** False only when `person_id` of events cannot be in the answer. */
  readonly isPersonAsked: boolean;
}

const MAX_QUERIES = 200;
const MAX_NUMBERS = 10_000_000;

const plainKinds = new Set([
  ...[
    'SelectWithUnionQuery',
    'SelectIntersectExceptQuery',
    'ExpressionList',
    'Subquery',
    'Literal',
    'TablesInSelectQuery',
  ],
  ...[
    'TablesInSelectQueryElement',
    'TableJoin',
    'ArrayJoin',
    'OrderByElement',
    'WindowDefinition',
    'WindowListElement',
  ],
  ...['ColumnsTransformerList', 'ColumnsExceptTransformer', 'ColumnsReplaceTransformer'],
  'ColumnsReplaceTransformer::Replacement',
]);
/** They stand for columns that are not named. */
const starKinds = new Set([
  ...['Asterisk', 'QualifiedAsterisk', 'ColumnsRegexpMatcher', 'ColumnsListMatcher'],
  ...['QualifiedColumnsRegexpMatcher', 'QualifiedColumnsListMatcher'],
]);

/** The second argument of these is a table, if it is a name. */
const asksTable = /^(?:not)?in$/i;

/** Plain words: no schema, nothing that looks like a file. */
const cteName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Words that change how a table is read, and that EXPLAIN AST does not show; as names they need quotes. */
const readingWords = ['FINAL', 'PREWHERE', 'SAMPLE', 'STREAM', 'SETTINGS', 'INTERPOLATE', 'OUTFILE', 'MATERIALIZED'];
const withWords: Readonly<Record<string, string>> = {
  FILL: 'can return unlimited rows; join numbers(…) instead',
  TOTALS: 'adds a row that cannot be shown; use ROLLUP',
};

/** Tables that there are in the database, whatever they hold. */
type StoredTables = ReadonlySet<string>;

/** Walks the whole tree and refuses what is not on a list: kinds of nodes, tables, functions. */
export class StatementCheck {
  readonly #ctes: ReadonlySet<string>;
  readonly #stored: StoredTables;
  readonly #tables = new Set<PublicTable>();
  /** Names that are read as tables, and names that were given to other names. */
  readonly #read = new Set<string>();
  readonly #renamed = new Set<string>();
  #isPersonAsked: boolean;
  #queries = 0;
  #withElements = 0;

  private constructor(tokens: readonly Token[], ctes: readonly string[], stored: StoredTables) {
    this.#ctes = new Set(ctes);
    this.#stored = stored;
    this.#isPersonAsked = tokens.some((token) => isWord(token, 'NATURAL'));
  }

  /** What can be told without ClickHouse. */
  static checkTokens(tokens: readonly Token[]): void {
    const [first] = tokens;
    if (first === undefined) throw refused('must be one SELECT: it has no statement');
    const isQuery = ['SELECT', 'WITH', 'FROM', 'VALUES'].some((word) => isWord(first, word)) || isSign(first, '(');
    if (!isQuery) throw refused('must be one SELECT: it can only read');
    checkSetOperations(tokens);
    for (const [at, token] of tokens.entries()) {
      const word = readingWords.find((name) => isWord(token, name));
      if (word !== undefined) throw refused(`cannot use ${word}: a name like that needs quotes`);
      if (!isWord(token, 'WITH')) continue;
      const next = tokens[at + 1];
      const reason = next?.kind === 'word' ? withWords[next.text.toUpperCase()] : undefined;
      if (reason !== undefined) throw refused(`cannot use WITH ${next?.text.toUpperCase()}: it ${reason}`);
    }
  }

  /** `tree` is that of `SELECT * FROM (statement)`. */
  static check(tokens: readonly Token[], tree: SyntaxNode, stored: StoredTables): CheckedStatement {
    const ctes = commonTableNames(tokens);
    const check = new StatementCheck(tokens, ctes, stored);
    for (const name of ctes) check.#checkCteName(name);
    check.#walk(statementIn(tree), false);
    check.#checkRenamed();
    if (check.#withElements !== ctes.length) throw refused('has a WITH that cannot be read: name AS (SELECT …)');
    return { tables: check.#tables, isPersonAsked: check.#isPersonAsked };
  }

  #checkCteName(name: string): void {
    if (cteName.test(name) && !isPublicTable(name) && !this.#stored.has(name)) return;
    throw refused(`cannot have a CTE called ${name}`);
  }

  /** `WITH system.users AS x … IN x`, where x is a CTE elsewhere. */
  #checkRenamed(): void {
    const both = [...this.#read].find((name) => this.#renamed.has(name));
    if (both !== undefined) throw refused(`has two meanings for ${both}: a table, and another name of a column`);
  }

  #walk(node: SyntaxNode, isInLambda: boolean): void {
    const { kind, name, children } = node;
    if (kind === 'TableExpression') {
      this.#walkSource(children, isInLambda);
      return;
    }
    if (kind === 'TableIdentifier') this.#checkTable(name);
    else if (kind === 'Identifier') this.#checkIdentifier(node);
    else if (kind === 'Function') this.#checkFunction(node, isInLambda);
    else if (kind === 'SelectQuery') this.#queries += 1;
    else if (kind === 'WithElement') this.#withElements += 1;
    else if (starKinds.has(kind)) this.#isPersonAsked = true;
    else if (!plainKinds.has(kind)) throw refused(notSupported(kind));
    if (this.#queries > MAX_QUERIES) throw refused('has too many queries in it');
    // ORDER BY … FROM … TO … STEP, and a collation, which only these have.
    if (kind === 'OrderByElement' && children.length > 1) throw refused('can order by expressions only');
    const isStarCounted = kind === 'Function' && name.toLowerCase() === 'count';
    for (const child of isStarCounted ? withoutStar(children) : children) {
      this.#walk(child, isInLambda || (kind === 'Function' && name === 'lambda'));
    }
  }

  /** A table, a subquery, a table function, and names for its columns. */
  #walkSource(children: readonly SyntaxNode[], isInLambda: boolean): void {
    const [source, ...renamed] = children;
    if (renamed.length > 0) this.#isPersonAsked = true;
    if (source?.kind === 'Function') this.#checkTableFunction(source);
    else if (source !== undefined) this.#walk(source, isInLambda);
    for (const child of renamed) this.#walk(child, isInLambda);
  }

  #checkTable(name: string): void {
    if (name.includes('.')) throw refused(`uses ${name}: write the table name without a schema`);
    this.#read.add(name);
    // A name that is stored would be read from there wherever it is no CTE.
    if (this.#ctes.has(name) && !this.#stored.has(name)) return;
    if (!isPublicTable(name)) {
      throw refused(`uses an unknown table ${name}. Available: ${publicTableNames.join(', ')}`);
    }
    this.#tables.add(name);
  }

  #checkIdentifier({ name, alias }: SyntaxNode): void {
    if (alias !== '') this.#renamed.add(alias);
    if (name.split('.').at(-1) === 'person_id') this.#isPersonAsked = true;
  }

  /** Their arguments are worked out where the tables of the project are not known. */
  #checkTableFunction({ name, children }: SyntaxNode): void {
    const args = children.flatMap((list) => list.children);
    const areLiterals =
      children.every(({ kind }) => kind === 'ExpressionList') && args.every(({ kind }) => kind === 'Literal');
    if (name === 'SQLStandardValues' && areLiterals) return;
    if (name.toLowerCase() !== 'numbers') throw refused(`cannot read from ${name}()`);
    const isShort = areLiterals && args.length > 0 && args.every((arg) => isUpTo(arg.name, MAX_NUMBERS));
    if (!isShort) throw refused(`can read from numbers() only with literal numbers, up to ${MAX_NUMBERS}`);
  }

  #checkFunction({ name, children }: SyntaxNode, isInLambda: boolean): void {
    const lower = name.toLowerCase();
    if (Object.hasOwn(unboundedFunctions, lower))
      throw refused(`cannot call ${name}(): it ${unboundedFunctions[lower]}`);
    if (!isAllowedFunction(name)) throw refused(`cannot call ${name}()`);
    // Lists times lists: ClickHouse cannot be interrupted in the middle of a lambda.
    if (lower === 'lambda' && isInLambda) throw refused('cannot have a lambda inside a lambda');
    const args = children[0]?.children ?? [];
    if (asksTable.test(name) && args[1]?.kind === 'Identifier') this.#checkTable(args[1].name);
    if (lower === 'exists' && args.some(({ kind }) => kind !== 'Subquery'))
      throw refused('can ask EXISTS of a SELECT only');
    if (namesType.has(lower) && !isTypeLiteral(args.at(-1))) {
      throw refused(`can use ${name}() only with a literal type that is on the list`);
    }
  }
}

const namesType = new Set(['cast', 'accuratecast', 'accuratecastornull', 'jsonextract', 'jsonextractkeysandvalues']);

function isTypeLiteral(node: SyntaxNode | undefined): boolean {
  const [, type] = (node?.kind === 'Literal' && /^'(.*)'$/.exec(node.name)) || [];
  return type !== undefined && isCastType(type);
}

const isUpTo = (literal: string, max: number): boolean =>
  /^UInt64_\d+$/.test(literal) && Number(literal.slice(7)) <= max;

/** The star of count(*) asks for no column. */
const withoutStar = (lists: readonly SyntaxNode[]): readonly SyntaxNode[] =>
  lists.map((list) => ({ ...list, children: list.children.filter(({ kind }) => kind !== 'Asterisk') }));

/** What stands in `SELECT * FROM (…)`. */
function statementIn(tree: SyntaxNode): SyntaxNode {
  let node: SyntaxNode | undefined = tree;
  const way = ['ExpressionList', 'SelectQuery', 'TablesInSelectQuery', 'TablesInSelectQueryElement', 'TableExpression'];
  for (const kind of [...way, 'Subquery']) {
    const found: SyntaxNode[] = node?.children.filter((child) => child.kind === kind) ?? [];
    node = found.length === 1 ? found[0] : undefined;
    const isAlone = kind === 'SelectQuery' ? node?.children.length === 2 : node?.children.length === 1;
    if (node === undefined || !isAlone) throw refused('must be one SELECT');
  }
  return node;
}

const refused = (what: string): QueryRejected => new QueryRejected(SQL_FIELD, what);

const notSupported = (kind: string): string => {
  if (kind === 'Set') return 'cannot have SETTINGS';
  return `uses unsupported syntax: ${kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`;
};
