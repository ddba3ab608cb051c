import { invalidField, type Wire } from '@lamppost/protocol';
import type { Scope } from '../../edge/scope.ts';
import { timeOf } from '../../http/request/time-of.ts';
import type { ReleaseStore } from '../releases/release-store.ts';
import type { InsightRange } from './queries/insight-params.ts';
import { parseTimeSpan } from './time-span.ts';

/** A range in the words of the wire as the store takes it; `at` names its place. */
export async function readRange(
  range: Wire['InsightRange'],
  at: string,
  { projectId, environmentId }: Scope,
  releases: Pick<ReleaseStore, 'find'>,
): Promise<InsightRange> {
  switch (range.kind) {
    case 'relative':
      return parseTimeSpan(range.last);
    case 'current':
    case 'previous':
      return range;
    case 'since_release': {
      const release = await releases.find(projectId, range.releaseId);
      if (release?.environmentId !== environmentId)
        throw invalidField(`${at}.releaseId`, 'the environment has no such release');
      return { kind: 'since', fromMs: release.deployedAtMs ?? release.createdAtMs };
    }
    case 'absolute': {
      const fromMs = timeOf(`${at}.fromIso`, range.fromIso) ?? 0;
      const toMs = timeOf(`${at}.toIso`, range.toIso) ?? 0;
      if (fromMs >= toMs) throw invalidField(`${at}.toIso`, `must be later than ${at}.fromIso`);
      return { kind: 'between', fromMs, toMs };
    }
  }
}
