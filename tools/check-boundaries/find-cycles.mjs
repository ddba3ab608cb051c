/**
 * One cycle of each knot of files that import each other, as a path that ends where it began.
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {string[][]}
 */
export function findCycles(imports) {
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Set<string>} */
  const done = new Set();
  for (const start of imports.keys()) {
    if (done.has(start)) continue;
    const cycle = shortestWayBack(start, imports, done);
    if (cycle === undefined) {
      done.add(start);
      continue;
    }
    cycles.push(cycle);
    for (const file of cycle) done.add(file);
  }
  return cycles;
}

/**
 * Breadth first, so that the cycle that is shown is the smallest one through `start`.
 * @param {string} start
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @param {ReadonlySet<string>} done
 */
function shortestWayBack(start, imports, done) {
  /** @type {Map<string, string>} */
  const cameFrom = new Map();
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const next of imports.get(file) ?? []) {
      if (next === start) return wayTo(file, start, cameFrom);
      if (done.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

/**
 * @param {string} last
 * @param {string} start
 * @param {ReadonlyMap<string, string>} cameFrom
 */
function wayTo(last, start, cameFrom) {
  const way = [start];
  for (
    let file = /** @type {string | undefined} */ (last);
    file !== undefined && file !== start;
    file = cameFrom.get(file)
  ) {
    way.unshift(file);
  }
  return [start, ...way];
}
