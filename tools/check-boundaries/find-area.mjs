/** @typedef {import('./rules.mjs').Area} Area */

/**
 * @param {string} pattern
 * @param {string} path
 */
function covers(pattern, path) {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.every((part, i) => (part === '*' ? i < given.length - 1 : part === given[i]));
}

/** @param {string} pattern */
const precision = (pattern) => pattern.split('/').reduce((sum, part) => sum + (part === '*' ? 1 : 1.5), 0);

/**
 * The row that a file belongs to, with the folder that its `*` stands for.
 * @param {readonly Area[]} areas
 * @param {string} path from the source folder
 * @returns {{ area: Area, folder: string } | undefined}
 */
export function findArea(areas, path) {
  const [area] = areas
    .filter(({ folder }) => covers(folder, path))
    .sort((a, b) => precision(b.folder) - precision(a.folder));
  if (area === undefined) return undefined;
  return { area, folder: path.split('/').slice(0, area.folder.split('/').length).join('/') };
}

/**
 * Whether a list of allowed folders names this one; `x` does not name `x/y` when that has a row of its own.
 * @param {readonly string[]} allowed
 * @param {string} folder
 */
export function isNamed(allowed, folder) {
  const given = folder.split('/');
  return allowed.some((name) => {
    const parts = name.split('/');
    if (name === '**') return true;
    return parts.length === given.length && parts.every((part, i) => part === '*' || part === given[i]);
  });
}
