import type { Sql } from '../../engines/sqlite/sql.ts';
import { readId } from '../../engines/sqlite/stored-text.ts';
import type { NewRegression, Regression } from './regression.ts';
import type { Release } from './release-store.ts';

interface FoundRow {
  readonly findingId: string | null;
  readonly facts: string | null;
  readonly detectedAtMs: number | null;
}

export type ReleaseRow = Omit<Release, 'regression'> & FoundRow;
export type RegressionRow = { readonly version: string } & { readonly [K in keyof FoundRow]: NonNullable<FoundRow[K]> };

export const RELEASE = `SELECT r.id, r.project_id AS projectId, r.environment_id AS environmentId, r.version, r.platform,
  r.channel, r.status, r.rollout_pct AS rolloutPct, r.commit_sha AS commitSha, r.commit_count AS commitCount,
  r.pr_number AS prNumber, r.pr_title AS prTitle, r.branch, r.origin, r.deployed_at AS deployedAtMs,
  r.created_at AS createdAtMs, r.updated_at AS updatedAtMs, g.id AS findingId, g.facts, g.detected_at AS detectedAtMs
  FROM releases AS r LEFT JOIN regressions AS g ON g.release_id = r.id AND g.kind = 'release'`;

export const REGRESSION = `SELECT r.version, g.id AS findingId, g.facts, g.detected_at AS detectedAtMs
  FROM regressions AS g JOIN releases AS r ON r.id = g.release_id`;

export function regressionOf({ findingId, facts, detectedAtMs, version }: RegressionRow): Regression {
  return { ...(JSON.parse(facts) as NewRegression), id: findingId, version: readId(version), detectedAtMs };
}

export function releaseOf({ findingId, facts, detectedAtMs, ...row }: ReleaseRow): Release {
  const isFound = findingId !== null && facts !== null && detectedAtMs !== null;
  return {
    ...row,
    version: readId(row.version),
    regression: isFound ? regressionOf({ findingId, facts, detectedAtMs, version: row.version }) : null,
  };
}

export function findRelease(sql: Sql, projectId: string, id: string): Release | undefined {
  const text = `${RELEASE} WHERE r.id = ? AND r.project_id = ?`;
  const row = sql.one<ReleaseRow>(text, id.toLowerCase(), projectId.toLowerCase());
  return row && releaseOf(row);
}
