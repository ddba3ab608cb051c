import type { Wire } from '../schemas/index.ts';
import { fillShared } from './fill-shared.ts';
import type { Filled } from './filled.ts';

export type FilledPaths = Filled<Wire['PathsQuery'], 'filters' | 'depth'>;

export function fillPaths(query: Wire['PathsQuery']): FilledPaths {
  const { kind, startEvent, endEvent, depth = 5 } = query;
  const ends = {
    ...(startEvent === undefined ? {} : { startEvent }),
    ...(endEvent === undefined ? {} : { endEvent }),
  };
  return { kind, ...ends, depth, ...fillNodes(query), ...fillShared(query) };
}

/** What is shown of the events of a path, as far as it is said. */
function fillNodes({ excludeEvents, hideSystemEvents, nodeProperty, groups }: Wire['PathsQuery']) {
  return {
    ...(excludeEvents === undefined ? {} : { excludeEvents }),
    ...(hideSystemEvents === undefined ? {} : { hideSystemEvents }),
    ...(nodeProperty === undefined ? {} : { nodeProperty }),
    ...(groups === undefined ? {} : { groups: groups.map(({ name, pattern }) => ({ name, pattern })) }),
  };
}
