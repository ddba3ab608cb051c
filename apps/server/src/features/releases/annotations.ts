import type { Scope } from '../../edge/scope.ts';
import type { Change, ChangeStore } from '../changes/change-store.ts';
import type { Release, ReleaseStore } from './release-store.ts';

/** Something that happened at a moment and may explain what a chart shows. */
export interface Annotation {
  readonly atMs: number;
  readonly kind: 'release' | 'flag' | 'experiment';
  /** Of the release, flag or experiment. */
  readonly id: string;
  readonly changeId: string | null;
  readonly title: string;
  readonly detail: string;
}

const PAGE = 100;

/** Newest first; one more than the limit when there are more. */
export async function annotationsOf(
  parts: { readonly releases: ReleaseStore; readonly changes: ChangeStore },
  scope: Scope,
  range: { readonly fromMs: number; readonly toMs: number },
  limit: number,
): Promise<readonly Annotation[]> {
  const releases = await parts.releases.deployedBetween(scope, range.fromMs, range.toMs, limit + 1);
  const changes: Change[] = [];
  let cursor: string | undefined;
  do {
    const filter = { projectId: scope.projectId, ...range };
    const page = await parts.changes.list(filter, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    changes.push(...page.rows.filter((change) => isShown(change, scope.environmentId)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && changes.length <= limit);
  return [...releases.map(ofRelease), ...changes.map(ofChange)].toSorted((a, b) => b.atMs - a.atMs).slice(0, limit + 1);
}

const isShown = ({ entityType, environmentId }: Change, here: string): boolean =>
  (entityType === 'flag' || entityType === 'targeting' || entityType === 'experiment') &&
  (environmentId === null || environmentId === here);

const ofRelease = (release: Release): Annotation => ({
  atMs: release.deployedAtMs ?? release.createdAtMs,
  kind: 'release',
  id: release.id,
  changeId: null,
  title: `${release.platform} ${release.version}`,
  detail: `${release.status.replaceAll('_', ' ')}, ${release.rolloutPct} %${release.prTitle === null ? '' : `: ${release.prTitle}`}`,
});

const ofChange = ({ id, entityType, entityId, entityKey, action, actor, createdAtMs }: Change): Annotation => ({
  atMs: createdAtMs,
  kind: entityType === 'experiment' ? 'experiment' : 'flag',
  id: entityId,
  changeId: id,
  title: entityKey,
  detail: `${action.replaceAll('_', ' ')} by ${actor.name}`,
});
