import { isSign, type Token } from './lex-statement.ts';

/**
 * Writes `quantile_cont(value, 0.95)`, which is DuckDB's name for it, as ClickHouse does: the share in brackets of its own.
 * Anything else of that name is left as it is, and refused as a function that is not known.
 */
export function expandQuantiles(tokens: readonly Token[]): readonly Token[] {
  const expanded: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const call = isQuantile(token) ? callAt(tokens, at + 1) : undefined;
    if (call === undefined) {
      expanded.push(token);
      continue;
    }
    const sign = (text: string): Token => ({ kind: 'sign', text, at: token.at });
    const share = [sign('('), call.share, sign(')')];
    const name: Token = { ...token, text: 'quantileExactInclusive' };
    expanded.push(name, ...share, sign('('), ...expandQuantiles(call.value), sign(')'));
    at = call.end;
  }
  return expanded;
}

const isQuantile = ({ kind, text }: Token): boolean => kind === 'word' && text.toLowerCase() === 'quantile_cont';

/** A call with two arguments of which the second is a number; `end` is where its bracket closes. */
function callAt(tokens: readonly Token[], open: number) {
  if (!isSign(tokens[open], '(')) return undefined;
  const commas: number[] = [];
  for (let at = open, depth = 0; at < tokens.length; at++) {
    if (isSign(tokens[at], '(') || isSign(tokens[at], '[')) depth += 1;
    if (isSign(tokens[at], ')') || isSign(tokens[at], ']')) depth -= 1;
    if (isSign(tokens[at], ',') && depth === 1) commas.push(at);
    if (depth > 0) continue;
    const [comma] = commas;
    const share = tokens[at - 1];
    if (commas.length !== 1 || comma !== at - 2 || share?.kind !== 'number') return undefined;
    return { value: tokens.slice(open + 1, comma), share, end: at };
  }
  return undefined;
}
