import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';

/** A node of a statement, as EXPLAIN AST shows it: a line each, indented by a space more than its parent. */
export interface SyntaxNode {
  readonly kind: string;
  /** What follows the kind: the name of a function or a table, the value of a literal. */
  readonly name: string;
  /** Empty when it has none. */
  readonly alias: string;
  readonly children: SyntaxNode[];
}

const MAX_DEPTH = 400;
const MAX_NODES = 20_000;

/**
 * No name can hold a line break or a bracket (see lex-statement.ts), and ClickHouse escapes line breaks of texts, twice:
 * in the tree and in the format that it is written in. A line is a node, and brackets at its end are ClickHouse's.
 */
const line = /^( *)([A-Za-z]+(?:::[A-Za-z]+)?)(?: (.*?))?(?: \(alias ([^()]*)\))?(?: \(children \d+\))?$/;

/** Of the format. A line break stays what it is: two characters. */
const escaped = /\\(['\\])/g;

/** `text` is what EXPLAIN AST answers as TabSeparated. */
export function readSyntaxTree(text: string): SyntaxNode {
  const lines = text.replace(/\n$/, '').split('\n');
  const path: SyntaxNode[] = [];
  let root: SyntaxNode | undefined;
  if (lines.length > MAX_NODES) throw new QueryRejected(SQL_FIELD, 'is too long');
  for (const one of lines) {
    const [, indent = '', kind = '', name = '', alias = ''] = line.exec(one.replaceAll(escaped, '$1')) ?? [];
    const node: SyntaxNode = { kind, name, alias, children: [] };
    const parent = path[indent.length - 1];
    if (kind === '' || indent.length > path.length || (parent === undefined) !== (root === undefined)) {
      throw new QueryRejected(SQL_FIELD, 'cannot be read');
    }
    if (indent.length > MAX_DEPTH) throw new QueryRejected(SQL_FIELD, 'is nested too deep');
    parent?.children.push(node);
    root ??= node;
    path.length = indent.length;
    path.push(node);
  }
  if (root === undefined) throw new QueryRejected(SQL_FIELD, 'cannot be read');
  return root;
}
