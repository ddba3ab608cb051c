import type { PageRequest } from '../../control/page.ts';
import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, nullable, real, text, textOf, uuid, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Scope } from '../../edge/scope.ts';
import { finding, regressionOf } from './regression-statements.ts';
import type { Release, ReleaseChannel, ReleaseFilter, ReleasePlatform, ReleaseStatus } from './release-store.ts';

const platform = textOf<ReleasePlatform>();
const channel = textOf<ReleaseChannel>();
const status = textOf<ReleaseStatus>();
const release = {
  id: text,
  projectId: text,
  environmentId: text,
  version: chosenId,
  platform,
  channel,
  status,
  rolloutPct: real,
  commitSha: nullable(text),
  commitCount: nullable(integer),
  prNumber: nullable(integer),
  prTitle: nullable(text),
  branch: nullable(text),
  origin: textOf<Release['origin']>(),
  deployedAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const releaseRow = {
  ...release,
  findingId: nullable(finding.findingId),
  facts: nullable(finding.facts),
  detectedAtMs: nullable(finding.detectedAtMs),
};
type ReleaseRow = ValuesOf<typeof releaseRow>;

const RELEASE = `SELECT r.id, r.project_id AS projectId, r.environment_id AS environmentId, r.version, r.platform,
  r.channel, r.status, r.rollout_pct AS rolloutPct, r.commit_sha AS commitSha, r.commit_count AS commitCount,
  r.pr_number AS prNumber, r.pr_title AS prTitle, r.branch, r.origin, r.deployed_at AS deployedAtMs,
  r.created_at AS createdAtMs, r.updated_at AS updatedAtMs, g.id AS findingId, g.facts, g.detected_at AS detectedAtMs
  FROM releases AS r LEFT JOIN regressions AS g ON g.release_id = r.id AND g.kind = 'release'`;
const FIND = statement({
  sql: `${RELEASE} WHERE r.id = :id AND r.project_id = :projectId`,
  params: { id: uuid, projectId: uuid },
  row: releaseRow,
});
const FIND_VERSION = statement({
  sql: `${RELEASE} WHERE r.environment_id = :environmentId AND r.platform = :platform AND r.version = :version`,
  params: { environmentId: text, platform, version: chosenId },
  row: releaseRow,
});
// A page begins behind the release of its cursor, wherever that stands now.
const LIST = statement({
  sql: `${RELEASE} WHERE r.environment_id = :environmentId AND r.project_id = :projectId
    AND (:platform IS NULL OR r.platform = :platform) AND (:channel IS NULL OR r.channel = :channel)
    AND (:status IS NULL OR r.status = :status)
    AND (:cursor IS NULL OR (r.ordered_at, r.id) < (SELECT ordered_at, id FROM releases WHERE id = :cursor))
    ORDER BY r.ordered_at DESC, r.id DESC LIMIT :limit`,
  params: {
    environmentId: uuid,
    projectId: uuid,
    platform: nullable(platform),
    channel: nullable(channel),
    status: nullable(status),
    cursor: nullable(uuid),
    limit: integer,
  },
  row: releaseRow,
});
const BEFORE = statement({
  sql: `${RELEASE} JOIN releases AS later ON later.id = :id AND later.project_id = :projectId
    WHERE r.environment_id = later.environment_id AND r.platform = later.platform AND r.channel = later.channel
      AND (r.ordered_at, r.id) < (later.ordered_at, later.id) ORDER BY r.ordered_at DESC, r.id DESC LIMIT 1`,
  params: { id: uuid, projectId: uuid },
  row: releaseRow,
});
const DEPLOYED = statement({
  sql: `${RELEASE} WHERE r.environment_id = :environmentId AND r.project_id = :projectId
    AND r.deployed_at >= :fromMs AND r.deployed_at < :toMs ORDER BY r.deployed_at DESC, r.id DESC LIMIT :limit`,
  params: { environmentId: uuid, projectId: uuid, fromMs: integer, toMs: integer, limit: integer },
  row: releaseRow,
});
const SAVE = statement({
  sql: `INSERT INTO releases (id, project_id, environment_id, version, platform, origin, created_at, channel, status,
    rollout_pct, commit_sha, commit_count, pr_number, pr_title, branch, deployed_at, ordered_at, updated_at)
    VALUES (:id, :projectId, :environmentId, :version, :platform, :origin, :createdAtMs, :channel, :status,
    :rolloutPct, :commitSha, :commitCount, :prNumber, :prTitle, :branch, :deployedAtMs, :orderedAtMs, :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET
    channel = excluded.channel, status = excluded.status, rollout_pct = excluded.rollout_pct,
    commit_sha = excluded.commit_sha, commit_count = excluded.commit_count, pr_number = excluded.pr_number,
    pr_title = excluded.pr_title, branch = excluded.branch, deployed_at = excluded.deployed_at,
    ordered_at = excluded.ordered_at, updated_at = excluded.updated_at`,
  params: { ...release, orderedAtMs: integer },
});
const COUNT_SEEN = statement({
  sql: "SELECT count(*) AS seen FROM releases WHERE environment_id = :environmentId AND origin = 'seen'",
  params: { environmentId: text },
  row: { seen: integer },
});
const FIND_ENVIRONMENT = statement({
  sql: 'SELECT 1 FROM environments WHERE id = :environmentId AND project_id = :projectId',
  params: { environmentId: uuid, projectId: uuid },
});

function releaseOf({ findingId, facts, detectedAtMs, ...row }: ReleaseRow): Release {
  const isFound = findingId !== null && facts !== null && detectedAtMs !== null;
  return {
    ...row,
    regression: isFound ? regressionOf({ findingId, facts, detectedAtMs, version: row.version }) : null,
  };
}

export async function findRelease(db: Db, projectId: string, id: string): Promise<Release | undefined> {
  const row = await db.one(FIND, { projectId, id });
  return row && releaseOf(row);
}

export async function findVersion(
  db: Db,
  { environmentId }: Scope,
  wantedPlatform: ReleasePlatform,
  version: string,
): Promise<Release | undefined> {
  const row = await db.one(FIND_VERSION, { environmentId, platform: wantedPlatform, version });
  return row && releaseOf(row);
}

/** One more than the page has, when there is a next one. */
export async function listReleases(db: Db, filter: ReleaseFilter, page: PageRequest): Promise<readonly Release[]> {
  const rows = await db.all(LIST, {
    environmentId: filter.environmentId,
    projectId: filter.projectId,
    platform: filter.platform ?? null,
    channel: filter.channel ?? null,
    status: filter.status ?? null,
    cursor: page.cursor ?? null,
    limit: page.limit + 1,
  });
  return rows.map(releaseOf);
}

export async function findReleaseBefore(db: Db, projectId: string, id: string): Promise<Release | undefined> {
  const row = await db.one(BEFORE, { projectId, id });
  return row && releaseOf(row);
}

export async function releasesDeployedBetween(
  db: Db,
  { projectId, environmentId }: Scope,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<readonly Release[]> {
  const range = { fromMs: Math.trunc(fromMs), toMs: Math.trunc(toMs) };
  return (await db.all(DEPLOYED, { projectId, environmentId, ...range, limit })).map(releaseOf);
}

export async function saveRelease(db: Db, saved: Release): Promise<void> {
  await db.run(SAVE, { ...saved, orderedAtMs: saved.deployedAtMs ?? saved.createdAtMs });
}

export async function countSeen(db: Db, environmentId: string): Promise<number> {
  return (await db.one(COUNT_SEEN, { environmentId }))?.seen ?? 0;
}

export async function hasEnvironment(db: Db, { projectId, environmentId }: Scope): Promise<boolean> {
  return (await db.one(FIND_ENVIRONMENT, { projectId, environmentId })) !== undefined;
}
