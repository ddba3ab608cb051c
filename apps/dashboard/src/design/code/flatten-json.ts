type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface JsonLine {
  /** How to reach the value: `properties.items[0]["odd name"]`. Also names the line. */
  readonly path: string;
  readonly depth: number;
  /** Undefined for the root. */
  readonly name: string | number | undefined;
  readonly kind: JsonKind;
  readonly value: unknown;
  readonly isOpen: boolean;
  readonly childCount: number;
  /** Set on the line that stands for children that are not shown: how many. */
  readonly hiddenCount?: number | undefined;
}

export interface FlattenOptions {
  /** Paths that are open. */
  readonly open: ReadonlySet<string>;
  /** How many children of a path are shown; the rest waits behind one line. */
  readonly shown: ReadonlyMap<string, number>;
}

export const CHILDREN_AT_ONCE = 100;
export const ROOT_PATH = '$';

function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return 'string';
}

export function childPath(parent: string, name: string | number): string {
  if (typeof name === 'number') return `${parent === ROOT_PATH ? '' : parent}[${name}]`;
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
  if (!isPlain) return `${parent === ROOT_PATH ? '' : parent}[${JSON.stringify(name)}]`;
  return parent === ROOT_PATH ? name : `${parent}.${name}`;
}

/** The lines that can be seen. Walks with a stack of its own: depth comes from users and may be any. */
export function flattenJson(root: unknown, { open, shown }: FlattenOptions): JsonLine[] {
  const lines: JsonLine[] = [];
  const stack: JsonLine[] = [lineOf(root, ROOT_PATH, undefined, 0, open)];
  for (let line = stack.pop(); line !== undefined; line = stack.pop()) {
    lines.push(line);
    if (!line.isOpen || line.hiddenCount !== undefined) continue;
    const names = namesOf(line.value);
    const count = Math.min(names.length, shown.get(line.path) ?? CHILDREN_AT_ONCE);
    if (count < names.length) stack.push(moreLine(line, names.length - count));
    for (let index = count - 1; index >= 0; index -= 1) {
      const name = names[index] as string | number;
      const value = (line.value as Record<string | number, unknown>)[name];
      stack.push(lineOf(value, childPath(line.path, name), name, line.depth + 1, open));
    }
  }
  return lines;
}

function namesOf(value: unknown): (string | number)[] {
  return Array.isArray(value) ? Array.from(value, (_, index) => index) : Object.keys(value as object);
}

function countOf(value: unknown, kind: JsonKind): number {
  if (kind === 'array') return (value as unknown[]).length;
  return kind === 'object' ? Object.keys(value as object).length : 0;
}

function lineOf(
  value: unknown,
  path: string,
  name: string | number | undefined,
  depth: number,
  open: ReadonlySet<string>,
): JsonLine {
  const kind = kindOf(value);
  const childCount = countOf(value, kind);
  return { path, depth, name, kind, value, childCount, isOpen: childCount > 0 && open.has(path) };
}

function moreLine(parent: JsonLine, hiddenCount: number): JsonLine {
  return { ...parent, path: `${parent.path} …`, depth: parent.depth + 1, name: undefined, isOpen: false, hiddenCount };
}

/** What a closed object or array looks like: `{ plan, price, … 4 more }`, `[ 12 ]`. */
export function previewOf(line: JsonLine): string {
  if (line.kind === 'array') return line.childCount === 0 ? '[]' : `[ ${line.childCount.toLocaleString('en')} ]`;
  if (line.childCount === 0) return '{}';
  const names = Object.keys(line.value as object).slice(0, 4);
  const rest = line.childCount - names.length;
  const text = names.map((name) => (name.length > 24 ? `${name.slice(0, 24)}…` : name)).join(', ');
  return rest > 0 ? `{ ${text}, … ${rest} more }` : `{ ${text} }`;
}

/** Open from the start: the first levels, as long as that stays small. */
export function openAtFirst(root: unknown, depth: number, lineLimit = 200): Set<string> {
  const open = new Set<string>();
  for (let level = 0; level < depth; level += 1) {
    const lines = flattenJson(root, { open, shown: new Map() });
    const next = lines.filter((line) => line.depth === level && line.childCount > 0 && line.hiddenCount === undefined);
    const growth = next.reduce((sum, line) => sum + Math.min(line.childCount, CHILDREN_AT_ONCE), 0);
    if (lines.length + growth > lineLimit && level > 0) break;
    for (const line of next) open.add(line.path);
  }
  return open;
}
