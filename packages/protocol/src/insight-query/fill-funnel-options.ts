import type { Wire } from '../schemas/index.ts';
import { fillFilter } from './fill-shared.ts';

type Query = Wire['FunnelQuery'];

const plainOptions = ['order', 'holdConstant', 'breakdownAttribution', 'view', 'interval'] as const;

/** What a funnel may say beyond its steps, as far as it does. */
export function fillFunnelOptions(query: Query): Partial<Query> {
  const plain = plainOptions.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]);
  // A query of before these options may have anything under their names.
  const exclusions = query.exclusions?.filter((exclusion) => typeof exclusion === 'object').map(fillExclusion) ?? [];
  return {
    ...(Object.fromEntries(plain) as Partial<Query>),
    ...(exclusions.length === 0 ? {} : { exclusions }),
    ...(query.correlate === undefined ? {} : { correlate: fillCorrelate(query.correlate) }),
  };
}

const fillExclusion = ({ event, filters, fromStep, toStep }: Wire['FunnelExclusion']): Wire['FunnelExclusion'] => ({
  event,
  ...(filters === undefined ? {} : { filters: filters.map(fillFilter) }),
  ...(fromStep === undefined ? {} : { fromStep }),
  ...(toStep === undefined ? {} : { toStep }),
});

const fillCorrelate = ({ events, fields }: Wire['FunnelCorrelate']): Wire['FunnelCorrelate'] => ({
  ...(events === undefined ? {} : { events }),
  ...(fields === undefined ? {} : { fields }),
});
