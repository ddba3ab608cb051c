import type { Wire } from '../schemas/index.ts';
import { fillShared } from './fill-shared.ts';
import { fillUnit } from './fill-unit.ts';
import type { Filled } from './filled.ts';

export type FilledLifecycle = Filled<Wire['LifecycleQuery'], 'filters' | 'interval'>;

export function fillLifecycle(query: Wire['LifecycleQuery']): FilledLifecycle {
  const { kind, event, interval = 'day' } = query;
  return { kind, event, interval, ...fillShared(query), ...fillUnit(query) };
}
