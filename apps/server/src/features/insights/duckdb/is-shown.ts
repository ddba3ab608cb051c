import type { PathsParams } from '../queries/paths.ts';
import { isNamed } from './events-source.ts';

/** Whether an event of this name is part of the paths. */
export function isShown(params: PathsParams, name: string): string {
  const { excludeEvents = [], hideSystemEvents = false, startEvents = [], endEvents = [] } = params;
  const ends = [...startEvents, ...endEvents];
  const isEnd = ends.length === 0 ? '' : ` OR ${isNamed(name, ends)}`;
  return [
    'true',
    ...(excludeEvents.length === 0 ? [] : [`NOT ${isNamed(name, excludeEvents)}`]),
    ...(hideSystemEvents ? [`(NOT starts_with(${name}, '$')${isEnd})`] : []),
  ].join(' AND ');
}
