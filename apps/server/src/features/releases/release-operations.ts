import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { announcedFacts, applyFacts } from './apply-facts.ts';
import { releaseState } from './release-state.ts';
import {
  countSeen,
  findRelease,
  findReleaseBefore,
  findVersion,
  hasEnvironment,
  listReleases,
  releasesDeployedBetween,
  saveRelease,
} from './release-statements.ts';
import {
  type AnnouncedRelease,
  MAX_SEEN_RELEASES,
  type Release,
  type ReleaseFacts,
  type ReleaseFilter,
  type ReleasePlatform,
  type SeenRelease,
} from './release-store.ts';

export const releaseOperations = {
  announce: writing(async (db, scope: Scope, sent: AnnouncedRelease, actor: Actor) =>
    announce(db, await lowered(db, scope), sent, actor),
  ),
  noteSeen: writing(async (db, scope: Scope, seen: readonly SeenRelease[], actor: Actor) =>
    noteSeen(db, await lowered(db, scope), seen, actor),
  ),
  list: reading(async (db, filter: ReleaseFilter, page: PageRequest): Promise<Page<Release>> => {
    return pageOf(await listReleases(db, filter, page), page);
  }),
  findVersion: reading(async (db, scope: Scope, platform: ReleasePlatform, version: string) =>
    findVersion(db, await lowered(db, scope), platform, version),
  ),
  find: reading(findRelease),
  update: writing(
    async (db, projectId: string, id: string, facts: ReleaseFacts, actor: Actor): Promise<Release | undefined> => {
      const before = await findRelease(db, projectId, id);
      return before && (await change(db, before, facts, actor));
    },
  ),
  before: reading(findReleaseBefore),
  deployedBetween: reading(releasesDeployedBetween),
};

async function lowered(db: Db, scope: Scope): Promise<Scope> {
  if (!(await hasEnvironment(db, scope))) {
    throw new Unacceptable('environment_id', 'Environment not found.');
  }
  return { projectId: scope.projectId.toLowerCase(), environmentId: scope.environmentId.toLowerCase() };
}

async function announce(
  db: Db,
  scope: Scope,
  sent: AnnouncedRelease,
  actor: Actor,
): Promise<{ readonly release: Release; readonly isNew: boolean }> {
  const { version, platform, ...facts } = sent;
  const before = await findVersion(db, scope, platform, version);
  if (before !== undefined) return { release: await change(db, before, facts, actor), isNew: false };
  const atMs = await nextMoment(db, scope.projectId);
  const release = {
    ...created(scope, version, platform, 'announced', atMs),
    ...applyFacts(undefined, storable(facts), atMs),
  };
  await save(db, release, null, actor, 'created', atMs);
  return { release, isNew: true };
}

async function change(db: Db, before: Release, facts: ReleaseFacts, actor: Actor): Promise<Release> {
  const atMs = await nextMoment(db, before.projectId);
  const after: Release = { ...before, ...applyFacts(before, storable(facts), atMs) };
  if (isDeepStrictEqual(before, after)) return before;
  const saved = { ...after, updatedAtMs: atMs };
  await save(db, saved, before, actor, 'updated', atMs);
  return saved;
}

/** In the order in which they were seen, so that ids are too. */
async function noteSeen(db: Db, scope: Scope, seen: readonly SeenRelease[], actor: Actor): Promise<readonly Release[]> {
  const known = await countSeen(db, scope.environmentId);
  const made: Release[] = [];
  for (const { version, platform, firstSeenMs } of seen.toSorted((a, b) => a.firstSeenMs - b.firstSeenMs)) {
    if (known + made.length >= MAX_SEEN_RELEASES) break;
    if ((await findVersion(db, scope, platform, version)) !== undefined) continue;
    const atMs = await nextMoment(db, scope.projectId);
    const facts = { ...announcedFacts, deployedAtMs: firstSeenMs };
    const release = { ...created(scope, version, platform, 'seen', atMs), ...facts };
    await save(db, release, null, actor, 'created', atMs);
    made.push(release);
  }
  return made;
}

const created = (
  scope: Scope,
  version: string,
  platform: Release['platform'],
  origin: Release['origin'],
  atMs: number,
) => ({
  id: uuidv7(),
  ...scope,
  version,
  platform,
  origin,
  regression: null,
  createdAtMs: atMs,
  updatedAtMs: atMs,
});

const storable = (facts: ReleaseFacts): ReleaseFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? storeText(value) : value]),
  );

async function save(
  db: Db,
  release: Release,
  before: Release | null,
  actor: Actor,
  action: 'created' | 'updated',
  atMs: number,
): Promise<void> {
  const { id, projectId, environmentId, version, platform } = release;
  await saveRelease(db, release);
  await recordChange(db, actor, {
    projectId,
    entityType: 'release',
    entityId: id,
    entityKey: `${platform} ${version}`,
    environmentId,
    action,
    before: before && releaseState(before),
    after: releaseState(release),
    touches: [],
    atMs,
  });
}
