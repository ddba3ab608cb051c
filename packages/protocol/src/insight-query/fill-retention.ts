import type { Wire } from '../schemas/index.ts';
import { fillBreakdown, fillShared } from './fill-shared.ts';
import { fillUnit } from './fill-unit.ts';
import type { Filled } from './filled.ts';

export type FilledRetention = Filled<Wire['RetentionQuery'], 'filters' | 'interval'>;

export function fillRetention(query: Wire['RetentionQuery']): FilledRetention {
  const { kind, cohortEvent, returnEvent, interval = 'week', mode, start } = query;
  const options = {
    ...fillUnit(query),
    ...(mode === undefined ? {} : { mode }),
    ...(start === undefined ? {} : { start }),
  };
  return { kind, cohortEvent, returnEvent, interval, ...options, ...fillShared(query), ...fillBreakdown(query) };
}
