export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Names on the way to the value, as people read them: `rules`, `pro users`, `percentage`. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Two values that differ deeper than this are shown whole. */
const DEEPEST = 12;

/** What is different, in the order of the newer value, removed things where they stood. */
export function diffJson(before: unknown, after: unknown): DiffLine[] {
  const lines: DiffLine[] = [];
  compare(before, after, [], lines);
  return lines;
}

function compare(before: unknown, after: unknown, path: readonly string[], lines: DiffLine[]): void {
  if (isSame(before, after)) return;
  if (path.length < DEEPEST && Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, lines);
  } else if (path.length < DEEPEST && isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compareMember(before, after, name, [...path, name], lines);
    }
  } else if (before === undefined) lines.push({ kind: 'added', path, after });
  else if (after === undefined) lines.push({ kind: 'removed', path, before });
  else lines.push({ kind: 'changed', path, before, after });
}

function compareMember(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  name: string,
  path: readonly string[],
  lines: DiffLine[],
): void {
  if (!Object.hasOwn(before, name)) lines.push({ kind: 'added', path, after: after[name] });
  else if (!Object.hasOwn(after, name)) lines.push({ kind: 'removed', path, before: before[name] });
  else compare(before[name], after[name], path, lines);
}

/** Lists of things with an identity are matched by it, so that an inserted rule is one line and not ten. */
function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  lines: DiffLine[],
): void {
  const old = identities(before);
  const young = identities(after);
  if (old === undefined || young === undefined) {
    compareByPlace(before, after, path, lines);
    return;
  }
  for (const [id, item] of young) {
    const was = old.get(id);
    const here = [...path, nameOf(item.value, item.index)];
    if (was === undefined) lines.push({ kind: 'added', path: here, after: item.value });
    else compare(was.value, item.value, here, lines);
  }
  for (const [id, item] of old) {
    if (!young.has(id))
      lines.push({ kind: 'removed', path: [...path, nameOf(item.value, item.index)], before: item.value });
  }
  const stayedBefore = [...old.keys()].filter((id) => young.has(id));
  const stayedAfter = [...young.keys()].filter((id) => old.has(id));
  if (stayedBefore.some((id, index) => id !== stayedAfter[index])) {
    const names = (ids: readonly string[], from: Identities) =>
      ids.map((id) => nameOf(from.get(id)?.value, from.get(id)?.index ?? 0));
    lines.push({ kind: 'moved', path, before: names(stayedBefore, old), after: names(stayedAfter, young) });
  }
}

function compareByPlace(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  lines: DiffLine[],
): void {
  if ([...before, ...after].every((item) => !isRecord(item) && !Array.isArray(item))) {
    compareWords(before, after, path, lines);
    return;
  }
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const here = [...path, `${index + 1}`];
    if (index >= before.length) lines.push({ kind: 'added', path: here, after: after[index] });
    else if (index >= after.length) lines.push({ kind: 'removed', path: here, before: before[index] });
    else compare(before[index], after[index], here, lines);
  }
}

/** Lists of plain values: which came and which went; when only the order or the number differs, both as they are. */
function compareWords(
  before: readonly unknown[],
  after: readonly unknown[],
  path: readonly string[],
  lines: DiffLine[],
): void {
  const gone = before.filter((item) => !after.includes(item));
  const come = after.filter((item) => !before.includes(item));
  if (gone.length === 0 && come.length === 0) lines.push({ kind: 'changed', path, before, after });
  if (gone.length > 0) lines.push({ kind: 'removed', path, before: gone.length === 1 ? gone[0] : gone });
  if (come.length > 0) lines.push({ kind: 'added', path, after: come.length === 1 ? come[0] : come });
}

type Identities = ReadonlyMap<string, { readonly value: unknown; readonly index: number }>;

function identities(list: readonly unknown[]): Identities | undefined {
  const found = new Map<string, { value: unknown; index: number }>();
  for (const [index, value] of list.entries()) {
    const id = isRecord(value) ? (value.id ?? value.key) : undefined;
    if (typeof id !== 'string' || found.has(id)) return undefined;
    found.set(id, { value, index });
  }
  return found;
}

function nameOf(value: unknown, index: number): string {
  if (!isRecord(value)) return `${index + 1}`;
  const name = value.name ?? value.key ?? value.event_name;
  return typeof name === 'string' && name !== '' ? name : `${index + 1}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
