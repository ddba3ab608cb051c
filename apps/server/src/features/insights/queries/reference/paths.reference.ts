import type { PathsParams } from '../paths.ts';
import { byBytes, fieldOf, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import { brokenDown, byPerson, chosen, shownAs } from './insights.reference.ts';

/** An event as paths show it. */
export interface ShownEvent {
  readonly event: Valued;
  readonly label: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

export function referencePaths(params: PathsParams, data: ReferenceData) {
  const { depth } = params;
  const ways = waysOf(params, data)
    .flat()
    .map((way) => way.map((one) => one?.label));
  const shown = Array.from({ length: depth }, (_, step) => {
    const names = ways.map((way) => way[step]).filter((name) => name !== undefined);
    const { groups } = brokenDown(
      names,
      (name) => name,
      (some) => some.length,
    );
    return new Set(groups.slice(0, 10).map(({ name }) => name));
  });
  const nodeOf = (way: readonly (string | undefined)[], step: number): string | undefined => {
    const name = way[step];
    return name === undefined
      ? undefined
      : `${step + 1}:${shown[step]?.has(shownAs(name)) ? shownAs(name) : '(other)'}`;
  };
  const nodes = new Map<string, number>();
  const links = new Map<string, number>();
  for (const way of ways) {
    for (let step = 0; step < depth; step++) {
      const [node, next] = [nodeOf(way, step), nodeOf(way, step + 1)];
      if (node === undefined) continue;
      nodes.set(node, (nodes.get(node) ?? 0) + 1);
      if (next !== undefined) links.set(`${node} → ${next}`, (links.get(`${node} → ${next}`) ?? 0) + 1);
    }
  }
  return { nodes: Object.fromEntries(nodes), links: Object.fromEntries(links) };
}

/** The ways of each person, by their steps: nothing where a way to an end begins later. */
export function waysOf(params: PathsParams, data: ReferenceData): (ShownEvent | undefined)[][][] {
  const { startEvents, endEvents, depth } = params;
  const wayOf = (visit: readonly ShownEvent[]): (ShownEvent | undefined)[][] => {
    const from = startEvents === undefined ? 0 : visit.findIndex(({ isStart }) => isStart);
    if (from < 0) return [];
    if (endEvents === undefined) return [visit.slice(from, from + depth)];
    const to = visit.findIndex(({ isEnd }, at) => isEnd && at >= (startEvents === undefined ? 0 : from + 1));
    if (to < 0) return [];
    if (startEvents !== undefined) return to - from < depth ? [visit.slice(from, to + 1)] : [];
    const before = visit.slice(Math.max(0, to + 1 - depth), to + 1);
    return [[...new Array<undefined>(depth - before.length).fill(undefined), ...before]];
  };
  return byPerson(chosen(params, data).filter((event) => !isSkipped(params, event))).map((events) =>
    visitsOf(params, events).flatMap(wayOf),
  );
}

function isSkipped(params: PathsParams, { name }: Valued): boolean {
  if (params.excludeEvents?.includes(name) === true) return true;
  const isEndOfWay = params.startEvents?.includes(name) === true || params.endEvents?.includes(name) === true;
  return params.hideSystemEvents === true && name.startsWith('$') && !isEndOfWay;
}

function labelOf({ nodeField, groups = [] }: PathsParams, event: Valued): string {
  const value = nodeField === undefined ? undefined : textOf(fieldOf(event, nodeField));
  const label = value === undefined ? event.name : `${event.name} · ${[...value].slice(0, 100).join('')}`;
  return groups.find(({ pattern }) => isMatch(label, pattern))?.name ?? label;
}

/** Without a regular expression: what is before the first star, and then the rest of it at any place behind. */
function isMatch(text: string, pattern: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return text === pattern;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  const rest = pattern.slice(star + 1);
  return Array.from({ length: text.length - star + 1 }, (_, at) => text.slice(star + at)).some((tail) =>
    isMatch(tail, rest),
  );
}

/** Events of each visit in their order: by time, then by what they are shown as. */
function visitsOf(params: PathsParams, events: readonly Valued[]): ShownEvent[][] {
  const shown = events.map((event) => ({
    event,
    atMs: event.atMs,
    session: event.session,
    label: labelOf(params, event),
    isStart: params.startEvents?.includes(event.name) === true,
    isEnd: params.endEvents?.includes(event.name) === true,
  }));
  const ordered = shown.sort(
    (a, b) =>
      a.atMs - b.atMs ||
      byBytes(a.label, b.label) ||
      Number(a.isStart) - Number(b.isStart) ||
      Number(a.isEnd) - Number(b.isEnd),
  );
  const sessions = new Set(ordered.map(({ session }) => session));
  return [...sessions].flatMap((session) => {
    const visits: (typeof shown)[] = [];
    for (const event of ordered.filter((candidate) => candidate.session === session)) {
      const visit = visits.at(-1);
      const pause = event.atMs - (visit?.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY);
      if (visit !== undefined && (session !== undefined || pause <= 1_800_000)) visit.push(event);
      else visits.push([event]);
    }
    return visits;
  });
}
