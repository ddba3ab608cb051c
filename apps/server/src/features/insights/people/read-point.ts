import { invalidFields, type Wire } from '@lamppost/protocol';
import type { PeopleBehind } from '../queries/people/people-behind.ts';
import { funnelPoint } from './funnel-point.ts';
import { pathsPoint } from './paths-point.ts';
import type { PointMember, PointReader, QueryWithPeople } from './point-reader.ts';
import { retentionPoint } from './retention-point.ts';
import { timeseriesPoint } from './timeseries-point.ts';

const readers: { readonly [Kind in PeopleBehind['kind']]: PointReader<Kind> } = {
  timeseries: timeseriesPoint,
  funnel: funnelPoint,
  retention: retentionPoint,
  paths: pathsPoint,
};

/** Which number is meant; a 400 that names every member that is wrong. `place` is that of `at`. */
export function readPoint(query: QueryWithPeople, at: Wire['InsightAt'], place = 'at'): PeopleBehind['point'] {
  // The reader of a kind reads queries of it.
  const { members, read } = readers[query.kind] as PointReader<PeopleBehind['kind']>;
  const faults: Partial<Record<PointMember, string[]>> = {};
  const blame = (member: PointMember, what: string): void => {
    faults[member] ??= [what];
  };
  for (const member of Object.keys(at) as PointMember[]) {
    if (!members.includes(member)) {
      blame(member, `does not go with ${query.kind}, which takes ${members.join(', ')}`);
    }
  }
  const point = read(query as never, at, blame);
  const named = Object.entries(faults).map(([member, what]) => [`${place}.${member}`, what]);
  if (named.length > 0) throw invalidFields(Object.fromEntries(named));
  return point;
}
