import type { Wire } from '../schemas/index.ts';
import { fillShared } from './fill-shared.ts';
import type { Filled } from './filled.ts';

export type FilledDistribution = Filled<Wire['DistributionQuery'], 'filters' | 'buckets'>;

export function fillDistribution(query: Wire['DistributionQuery']): FilledDistribution {
  const { kind, event, field, buckets = 20 } = query;
  return { kind, event, field, buckets, ...fillShared(query) };
}
