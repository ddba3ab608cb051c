import { isSign, isWord, type Token } from './lex-statement.ts';

const beginsQuery = ['SELECT', 'WITH', 'FROM', 'VALUES'];

/**
 * Names of the CTEs in a statement: `name AS (SELECT …`, behind WITH, RECURSIVE or a comma. EXPLAIN AST does not show
 * them, only how many there are.
 */
export function commonTableNames(tokens: readonly Token[]): string[] {
  const names: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'AS') || !isSign(tokens[at + 1], '(')) continue;
    const first = tokens[at + 2];
    if (!isSign(first, '(') && !beginsQuery.some((word) => isWord(first, word))) continue;
    const name = nameBefore(tokens, at);
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** `name` or `name(column, …)`, that begins an entry of WITH. */
function nameBefore(tokens: readonly Token[], as: number): string | undefined {
  const columns = isSign(tokens[as - 1], ')') ? tokens.findLastIndex((token, at) => at < as && isSign(token, '(')) : as;
  const [before, name] = [tokens[columns - 2], tokens[columns - 1]];
  if (name?.kind !== 'word' && name?.kind !== 'name') return undefined;
  return isWord(before, 'WITH') || isWord(before, 'RECURSIVE') || isSign(before, ',') ? name.text : undefined;
}
