import type { Wire } from '../schemas/index.ts';
import { fillShared } from './fill-shared.ts';
import type { Filled } from './filled.ts';

export type FilledRetention = Filled<Wire['RetentionQuery'], 'filters' | 'interval'>;

export function fillRetention(query: Wire['RetentionQuery']): FilledRetention {
  const { kind, cohortEvent, returnEvent, interval = 'week' } = query;
  return { kind, cohortEvent, returnEvent, interval, ...fillShared(query) };
}
