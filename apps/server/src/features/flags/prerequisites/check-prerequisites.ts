import { Unacceptable } from '../../../control/control-errors.ts';
import type { ValueType } from '../../../edge/targeting-rules.ts';
import type { Prerequisite } from '../flag-store.ts';
import { checkFlagValue } from '../flag-value.ts';

const MAX_PREREQUISITES = 10;
/** Flags one after another, each needed by the one before it. */
const MAX_PREREQUISITE_DEPTH = 5;

/** A flag as others may need it. */
export interface NeededFlag {
  readonly key: string;
  readonly valueType: ValueType;
  readonly isArchived: boolean;
  readonly prerequisites: readonly Prerequisite[];
}

const FIELD = 'prerequisites';

/** Throws Unacceptable for prerequisites that a flag cannot have. `flags`: all others of the project, by key. */
export function checkPrerequisites(
  key: string,
  prerequisites: readonly Prerequisite[],
  flags: ReadonlyMap<string, NeededFlag>,
): void {
  if (prerequisites.length > MAX_PREREQUISITES) {
    throw new Unacceptable(FIELD, `${FIELD} can have at most ${MAX_PREREQUISITES} flags.`);
  }
  const named = new Set<string>();
  for (const [index, { flag, value }] of prerequisites.entries()) {
    const field = `${FIELD}.${index}.flag`;
    if (named.has(flag)) throw new Unacceptable(field, `"${flag}" is named twice.`);
    named.add(flag);
    if (flag === key) throw cycle(field, [key, key]);
    const needed = flags.get(flag);
    if (needed === undefined) throw new Unacceptable(field, `"${key}" needs "${flag}", which does not exist.`);
    if (needed.isArchived) throw new Unacceptable(field, `"${key}" needs "${flag}", which is archived.`);
    checkFlagValue(value, needed.valueType, `${FIELD}.${index}.value`);
    refuseCycle(field, key, flag, flags);
  }
  refuseDepth(key, prerequisites, flags);
}

/** Looks for a way from what the flag needs back to it. Each flag is looked at once. */
function refuseCycle(field: string, key: string, start: string, flags: ReadonlyMap<string, NeededFlag>): void {
  const seen = new Set([start]);
  const walk = (path: readonly string[]): void => {
    for (const { flag } of flags.get(path.at(-1) ?? '')?.prerequisites ?? []) {
      if (flag === key) throw cycle(field, [...path, flag]);
      if (seen.has(flag)) continue;
      seen.add(flag);
      walk([...path, flag]);
    }
  };
  walk([key, start]);
}

/** What needs the flag may be a chain already, so all of them are looked at. There are no cycles by now. */
function refuseDepth(key: string, own: readonly Prerequisite[], flags: ReadonlyMap<string, NeededFlag>): void {
  if (own.length === 0) return;
  const known = new Map<string, readonly string[]>();
  const longest = (of: string): readonly string[] => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const needs = of === key ? own : (flags.get(of)?.prerequisites ?? []);
    const below = needs.map(({ flag }) => longest(flag)).reduce((a, b) => (b.length > a.length ? b : a), []);
    const path = [of, ...below];
    known.set(of, path);
    return path;
  };
  for (const start of [key, ...flags.keys()]) {
    const path = longest(start);
    if (path.length <= MAX_PREREQUISITE_DEPTH + 1 || !path.includes(key)) continue;
    const message = `${path.join(' → ')}: at most ${MAX_PREREQUISITE_DEPTH} flags can need each other in a row.`;
    throw new Unacceptable(FIELD, message);
  }
}

const cycle = (field: string, path: readonly string[]): Unacceptable =>
  new Unacceptable(field, `${path.join(' → ')} is a cycle.`, 'PREREQUISITE_CYCLE');
