import { numberOf, type Tree, type TreeNode } from '../sql-tree.ts';

/** What a value becomes when it is cast: of fixed size, a text, or `times` its bytes and `plus`. */
export type CastGrowth = 'fixed' | 'text' | { readonly times: number; readonly plus: number };

const fixedTypes =
  /^(?:BOOLEAN|U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL|DATE|TIME(?:STAMP)?(?:_\w+| WITH TIME ZONE)?|INTERVAL|UUID|SQLNULL|NULL)$/;
const BYTES_OF_VALUE = 16;
/** A control character becomes six of JSON. */
const JSON_TIMES = 6;

/** Undefined for types that are not on the list: those that a value of any size can be hidden in. */
export function castGrowth(type: TreeNode): CastGrowth | undefined {
  const id = String(type.id);
  if (fixedTypes.test(id)) return 'fixed';
  if (id === 'VARCHAR' || id === 'CHAR') return 'text';
  if (id === 'BLOB' || id === 'BIT') return { times: 1, plus: 0 };
  if (id === 'UNBOUND') return unbound(type);
  const children = childTypes(type);
  if (children === undefined) return undefined;
  const inner = children.map(castGrowth);
  if (inner.includes(undefined)) return undefined;
  const length = id === 'ARRAY' ? (numberOf((type.type_info as TreeNode).size) ?? 0) : 1;
  const sum = (part: 'times' | 'plus'): number =>
    inner.reduce<number>((bytes, growth) => bytes + (typeof growth === 'object' ? growth[part] : BYTES_OF_VALUE), 0);
  return { times: sum('times'), plus: sum('plus') * length };
}

/** Those that are known by name only: JSON and enumerations. What does not exist is refused by DuckDB. */
function unbound(type: TreeNode): CastGrowth {
  const name = String((type.type_info as TreeNode | null)?.name).toLowerCase();
  return name === 'enum' ? 'fixed' : { times: JSON_TIMES, plus: 0 };
}

function childTypes({ id, type_info }: TreeNode): TreeNode[] | undefined {
  const info = (type_info ?? {}) as TreeNode;
  if (id === 'LIST' || id === 'ARRAY' || id === 'MAP')
    return info.child_type === undefined ? [] : [info.child_type as TreeNode];
  if (id !== 'STRUCT' && id !== 'UNION') return undefined;
  return ((info.child_types ?? []) as TreeNode[]).map(({ second }: Record<string, Tree>) => second as TreeNode);
}
