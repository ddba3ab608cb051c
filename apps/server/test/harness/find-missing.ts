/**
 * What was expected and is not there, each by its path. More members than expected are no difference, more elements of
 * a list are.
 */
export function findMissing(expected: unknown, found: unknown, path = ''): string[] {
  if (typeof expected !== 'object' || expected === null)
    return Object.is(expected, found) ? [] : [`${path}: ${shown(expected)} became ${shown(found)}`];
  if (typeof found !== 'object' || found === null || Array.isArray(expected) !== Array.isArray(found))
    return [`${path}: ${shown(expected)} became ${shown(found)}`];
  if (Array.isArray(expected) && expected.length !== (found as unknown[]).length)
    return [`${path}: ${expected.length} elements became ${(found as unknown[]).length}`];
  return Object.entries(expected).flatMap(([name, value]) =>
    findMissing(value, (found as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  );
}

const longest = 200;
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, longest);
