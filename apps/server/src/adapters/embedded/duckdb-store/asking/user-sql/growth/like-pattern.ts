import { nameIn, type Tree, type TreeNode } from '../sql-tree.ts';

/** How LIKE and its kin are called. */
const likes: Readonly<Record<string, { readonly isNegated: boolean; readonly isAnyCase: boolean }>> = {
  '~~': { isNegated: false, isAnyCase: false },
  '!~~': { isNegated: true, isAnyCase: false },
  '~~*': { isNegated: false, isAnyCase: true },
  '!~~*': { isNegated: true, isAnyCase: true },
  like_escape: { isNegated: false, isAnyCase: false },
  not_like_escape: { isNegated: true, isAnyCase: false },
  ilike_escape: { isNegated: false, isAnyCase: true },
  not_ilike_escape: { isNegated: true, isAnyCase: true },
};

/** Whether DuckDB would try the rest of the pattern at every character, for each of several wildcards. */
export const isSlowLike = (pattern: string, hasEscape: boolean): boolean =>
  pattern.split('%').length > 2 && (hasEscape || pattern.includes('_'));

/** The same as a regular expression, which takes linear time. */
export function likeAsRegexp(node: TreeNode, pattern: string, escapeCharacter: string): TreeNode {
  const { isNegated, isAnyCase } = likes[nameIn(node.function_name)] ?? { isNegated: false, isAnyCase: false };
  const [text, constant] = node.children as [TreeNode, TreeNode];
  const written = (value: string): TreeNode => ({
    ...constant,
    value: { ...(constant.value as TreeNode), value } as Tree,
  });
  const match: TreeNode = {
    ...node,
    alias: isNegated ? '' : (node.alias ?? ''),
    function_name: 'regexp_full_match',
    is_operator: false,
    children: [text, written(regexpOf(pattern, escapeCharacter)), written(isAnyCase ? 'si' : 's')],
  };
  if (!isNegated) return match;
  const { query_location = null, alias = '' } = node;
  return { class: 'OPERATOR', type: 'OPERATOR_NOT', alias, query_location, children: [match] };
}

function regexpOf(pattern: string, escapeCharacter: string): string {
  let [regexp, isEscaped] = ['', false];
  for (const character of pattern) {
    if (!isEscaped && character === escapeCharacter) isEscaped = true;
    else {
      if (!isEscaped && character === '%') regexp += '.*';
      else if (!isEscaped && character === '_') regexp += '.';
      else regexp += character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
      isEscaped = false;
    }
  }
  return regexp;
}
