import type { Wire } from '../schemas/index.ts';
import { fillShared } from './fill-shared.ts';
import { fillUnit } from './fill-unit.ts';
import type { Filled } from './filled.ts';

export type FilledStickiness = Filled<Wire['StickinessQuery'], 'filters' | 'interval'>;

export function fillStickiness(query: Wire['StickinessQuery']): FilledStickiness {
  const { kind, event, interval = 'day' } = query;
  return { kind, event, interval, ...fillShared(query), ...fillUnit(query) };
}
