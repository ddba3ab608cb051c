import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeId, storeText } from '../../engines/sqlite/stored-text.ts';
import { announcedFacts, applyFacts } from './apply-facts.ts';
import { findRelease, RELEASE, type ReleaseRow, releaseOf } from './release-rows.ts';
import { releaseState } from './release-state.ts';
import {
  type AnnouncedRelease,
  MAX_SEEN_RELEASES,
  type Release,
  type ReleaseFacts,
  type ReleaseFilter,
  type SeenRelease,
} from './release-store.ts';

const FIND_VERSION = `${RELEASE} WHERE r.environment_id = ? AND r.platform = ? AND r.version = ?`;
// A page begins behind the release of its cursor, wherever that stands now.
const LIST = `${RELEASE} WHERE r.environment_id = ?1 AND r.project_id = ?2 AND (?3 IS NULL OR r.platform = ?3)
  AND (?4 IS NULL OR r.channel = ?4) AND (?5 IS NULL OR r.status = ?5)
  AND (?6 IS NULL OR (r.ordered_at, r.id) < (SELECT ordered_at, id FROM releases WHERE id = ?6))
  ORDER BY r.ordered_at DESC, r.id DESC LIMIT ?7`;
const BEFORE = `${RELEASE} JOIN releases AS later ON later.id = ?1 AND later.project_id = ?2
  WHERE r.environment_id = later.environment_id AND r.platform = later.platform AND r.channel = later.channel
    AND (r.ordered_at, r.id) < (later.ordered_at, later.id) ORDER BY r.ordered_at DESC, r.id DESC LIMIT 1`;
const DEPLOYED = `${RELEASE} WHERE r.environment_id = ? AND r.project_id = ? AND r.deployed_at >= ? AND r.deployed_at < ?
  ORDER BY r.deployed_at DESC, r.id DESC LIMIT ?`;
const SAVE = `INSERT INTO releases (id, project_id, environment_id, version, platform, origin, created_at, channel, status,
  rollout_pct, commit_sha, commit_count, pr_number, pr_title, branch, deployed_at, ordered_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
  channel = excluded.channel, status = excluded.status, rollout_pct = excluded.rollout_pct,
  commit_sha = excluded.commit_sha, commit_count = excluded.commit_count, pr_number = excluded.pr_number,
  pr_title = excluded.pr_title, branch = excluded.branch, deployed_at = excluded.deployed_at,
  ordered_at = excluded.ordered_at, updated_at = excluded.updated_at`;
const COUNT_SEEN = "SELECT count(*) AS seen FROM releases WHERE environment_id = ? AND origin = 'seen'";

export function releaseOperations(sql: Sql) {
  return {
    'releases.announce': writing((scope: Scope, sent: AnnouncedRelease, actor: Actor) =>
      announce(sql, lowered(sql, scope), sent, actor),
    ),
    'releases.noteSeen': writing((scope: Scope, seen: readonly SeenRelease[], actor: Actor) =>
      noteSeen(sql, lowered(sql, scope), seen, actor),
    ),
    'releases.list': reading((filter: ReleaseFilter, page: PageRequest): Page<Release> => {
      const { platform = null, channel = null, status = null } = filter;
      const ids = [filter.environmentId.toLowerCase(), filter.projectId.toLowerCase()] as const;
      const cursor = page.cursor?.toLowerCase() ?? null;
      const rows = sql.all<ReleaseRow>(LIST, ...ids, platform, channel, status, cursor, page.limit + 1);
      return pageOf(rows.map(releaseOf), page);
    }),
    'releases.findVersion': reading((scope: Scope, platform: Release['platform'], version: string) =>
      findVersion(sql, lowered(sql, scope), platform, version),
    ),
    'releases.find': reading((projectId: string, id: string) => findRelease(sql, projectId, id)),
    'releases.update': writing((projectId: string, id: string, facts: ReleaseFacts, actor: Actor) => {
      const before = findRelease(sql, projectId, id);
      return before && change(sql, before, facts, actor);
    }),
    'releases.before': reading((projectId: string, id: string): Release | undefined => {
      const row = sql.one<ReleaseRow>(BEFORE, id.toLowerCase(), projectId.toLowerCase());
      return row && releaseOf(row);
    }),
    'releases.deployedBetween': reading(
      (scope: Scope, fromMs: number, toMs: number, limit: number): readonly Release[] => {
        const ids = [scope.environmentId.toLowerCase(), scope.projectId.toLowerCase()] as const;
        return sql.all<ReleaseRow>(DEPLOYED, ...ids, Math.trunc(fromMs), Math.trunc(toMs), limit).map(releaseOf);
      },
    ),
  };
}

function lowered(sql: Sql, scope: Scope): Scope {
  const [projectId, environmentId] = [scope.projectId.toLowerCase(), scope.environmentId.toLowerCase()];
  const known = sql.one('SELECT 1 FROM environments WHERE id = ? AND project_id = ?', environmentId, projectId);
  if (known === undefined) throw new Unacceptable('environment_id', 'The project has no such environment.');
  return { projectId, environmentId };
}

function findVersion(sql: Sql, scope: Scope, platform: string, version: string): Release | undefined {
  const row = sql.one<ReleaseRow>(FIND_VERSION, scope.environmentId, platform, storeId(version));
  return row && releaseOf(row);
}

function announce(sql: Sql, scope: Scope, sent: AnnouncedRelease, actor: Actor) {
  const { version, platform, ...facts } = sent;
  const before = findVersion(sql, scope, platform, version);
  if (before !== undefined) return { release: change(sql, before, facts, actor), isNew: false };
  const atMs = nextMoment(sql, scope.projectId);
  const release = {
    ...created(scope, version, platform, 'announced', atMs),
    ...applyFacts(undefined, storable(facts), atMs),
  };
  save(sql, release, null, actor, 'created', atMs);
  return { release, isNew: true };
}

function change(sql: Sql, before: Release, facts: ReleaseFacts, actor: Actor): Release {
  const atMs = nextMoment(sql, before.projectId);
  const after: Release = { ...before, ...applyFacts(before, storable(facts), atMs) };
  if (isDeepStrictEqual(before, after)) return before;
  const saved = { ...after, updatedAtMs: atMs };
  save(sql, saved, before, actor, 'updated', atMs);
  return saved;
}

/** In the order in which they were seen, so that ids are too. */
function noteSeen(sql: Sql, scope: Scope, seen: readonly SeenRelease[], actor: Actor): readonly Release[] {
  const known = sql.one<{ seen: number }>(COUNT_SEEN, scope.environmentId)?.seen ?? 0;
  const made: Release[] = [];
  for (const { version, platform, firstSeenMs } of seen.toSorted((a, b) => a.firstSeenMs - b.firstSeenMs)) {
    if (known + made.length >= MAX_SEEN_RELEASES) break;
    if (findVersion(sql, scope, platform, version) !== undefined) continue;
    const atMs = nextMoment(sql, scope.projectId);
    const facts = { ...announcedFacts, deployedAtMs: firstSeenMs };
    const release = { ...created(scope, version, platform, 'seen', atMs), ...facts };
    save(sql, release, null, actor, 'created', atMs);
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

function save(
  sql: Sql,
  release: Release,
  before: Release | null,
  actor: Actor,
  action: 'created' | 'updated',
  atMs: number,
): void {
  const { id, projectId, environmentId, version, platform, origin, createdAtMs } = release;
  const { channel, status, rolloutPct, commitSha, commitCount, prNumber, prTitle, branch, deployedAtMs } = release;
  sql.run(
    SAVE,
    ...[id, projectId, environmentId, storeId(version), platform, origin, createdAtMs],
    ...[channel, status, rolloutPct, commitSha, commitCount, prNumber, prTitle, branch, deployedAtMs],
    deployedAtMs ?? createdAtMs,
    atMs,
  );
  recordChange(sql, actor, {
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
