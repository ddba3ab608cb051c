import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { SQL_FIELD } from '../../queries/sql-tables.ts';
import { isSign, isWord, type Token } from './lex-statement.ts';

const operations = ['UNION', 'INTERSECT', 'EXCEPT'];
const beginnings = ['SELECT', 'WITH', 'FROM', 'VALUES', 'ALL', 'DISTINCT'];

/**
 * In ClickHouse `… UNION … ORDER BY` orders the last SELECT, everywhere else all of it: refused, so that nobody gets rows
 * in another order, or other rows, than they believe to have asked for.
 */
export function checkSetOperations(tokens: readonly Token[]): void {
  /** For each bracket that is open, the operation that was found in it. */
  const found: (string | undefined)[] = [undefined];
  for (const [at, token] of tokens.entries()) {
    if (isSign(token, '(') || isSign(token, '[')) found.push(undefined);
    else if (isSign(token, ')') || isSign(token, ']')) found.pop();
    else if (isOperation(tokens, at)) found[found.length - 1] = token.text.toUpperCase();
    const operation = found.at(-1);
    const isOfAll = isWord(token, 'LIMIT') || (isWord(token, 'ORDER') && isWord(tokens[at + 1], 'BY'));
    if (operation !== undefined && isOfAll) {
      const words = isWord(token, 'LIMIT') ? 'LIMIT' : 'ORDER BY';
      throw new QueryRejected(
        SQL_FIELD,
        `has ${words} after ${operation}, where it only applies to the last SELECT: write SELECT * FROM (… ${operation} …) ${words} …`,
      );
    }
  }
}

/** `* EXCEPT (a)` is none. */
function isOperation(tokens: readonly Token[], at: number): boolean {
  if (!operations.some((word) => isWord(tokens[at], word))) return false;
  const next = tokens[at + 1];
  const first = isSign(next, '(') ? tokens[at + 2] : next;
  return beginnings.some((word) => isWord(first, word)) || (isSign(next, '(') && isSign(first, '('));
}
