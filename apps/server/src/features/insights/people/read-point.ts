import { invalidField, invalidFields, type Wire } from '@lamppost/protocol';
import type { PeopleBehind } from '../queries/people/people-behind.ts';
import { distributionPoint } from './distribution-point.ts';
import { funnelPoint } from './funnel-point.ts';
import { lifecyclePoint } from './lifecycle-point.ts';
import { pathsPoint } from './paths-point.ts';
import type { PointMember, PointReader, QueryWithPeople } from './point-reader.ts';
import { retentionPoint } from './retention-point.ts';
import { stickinessPoint } from './stickiness-point.ts';
import { timeseriesPoint } from './timeseries-point.ts';

const readers: { readonly [Kind in PeopleBehind['kind']]: PointReader<Kind> } = {
  timeseries: timeseriesPoint,
  funnel: funnelPoint,
  retention: retentionPoint,
  paths: pathsPoint,
  lifecycle: lifecyclePoint,
  stickiness: stickinessPoint,
  distribution: distributionPoint,
};

/** Which number is meant; a 400 that names every member that is wrong. The places are those of both in what was sent. */
export function readPoint(
  query: QueryWithPeople,
  at: Wire['InsightAt'],
  places = { query: 'query', at: 'at' },
): PeopleBehind['point'] {
  // The reader of a kind reads queries of it.
  const { members, takes, read } = readers[query.kind] as PointReader<PeopleBehind['kind']>;
  refuseOthers(query, takes, places.query);
  const faults: Partial<Record<PointMember, string[]>> = {};
  const blame = (member: PointMember, what: string): void => {
    faults[member] ??= [what];
  };
  for (const member of Object.keys(at) as PointMember[]) {
    if (!members.includes(member)) {
      blame(member, `can't be combined with ${query.kind}: use ${members.join(', ')}`);
    }
  }
  const point = read(query as never, at, blame);
  const named = Object.entries(faults).map(([member, what]) => [`${places.at}.${member}`, what]);
  if (named.length > 0) throw invalidFields(Object.fromEntries(named));
  return point;
}

function refuseOthers(query: object, takes: Readonly<Record<string, 'any' | readonly unknown[]>>, place: string): void {
  for (const [member, value] of Object.entries(query)) {
    const taken = takes[member] ?? [];
    if (taken === 'any' || taken.includes(value)) continue;
    throw invalidField(`${place}.${member}`, "can't be combined with a list of people");
  }
}
