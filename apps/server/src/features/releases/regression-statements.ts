import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, json, text, textOf, uuid, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Scope } from '../../edge/scope.ts';
import type { NewRegression, Regression } from './regression.ts';

/** What a release is joined with. */
export const finding = { findingId: text, facts: json<NewRegression>(), detectedAtMs: integer };

const regressionRow = { ...finding, version: chosenId };
type RegressionRow = ValuesOf<typeof regressionRow>;

const REGRESSION = `SELECT r.version, g.id AS findingId, g.facts, g.detected_at AS detectedAtMs
  FROM regressions AS g JOIN releases AS r ON r.id = g.release_id`;
const OF_RELEASE = statement({
  sql: `${REGRESSION} WHERE g.release_id = :releaseId AND g.kind = 'release'`,
  params: { releaseId: text },
  row: regressionRow,
});
const OF_CHANGE = statement({
  sql: `${REGRESSION} WHERE g.environment_id = :environmentId AND g.subject = :changeId AND g.kind = 'change'`,
  params: { environmentId: text, changeId: text },
  row: regressionRow,
});
const SINCE = statement({
  sql: `${REGRESSION} WHERE g.environment_id = :environmentId AND g.project_id = :projectId
    AND g.detected_at >= :sinceMs ORDER BY g.detected_at DESC, g.id DESC LIMIT :limit`,
  params: { environmentId: uuid, projectId: uuid, sinceMs: integer, limit: integer },
  row: regressionRow,
});
const INSERT = statement({
  sql: `INSERT INTO regressions (id, project_id, environment_id, release_id, kind, subject, facts, detected_at)
    VALUES (:id, :projectId, :environmentId, :releaseId, :kind, :subject, :facts, :detectedAtMs)`,
  params: {
    id: text,
    projectId: text,
    environmentId: text,
    releaseId: text,
    kind: textOf<NewRegression['kind']>(),
    subject: text,
    facts: finding.facts,
    detectedAtMs: integer,
  },
});
const UPDATE = statement({
  sql: 'UPDATE regressions SET facts = :facts, release_id = :releaseId WHERE id = :id',
  params: { id: text, facts: finding.facts, releaseId: text },
});
const END = statement({
  sql: "DELETE FROM regressions WHERE release_id = :releaseId AND kind = 'release'",
  params: { releaseId: text },
});

export function regressionOf({ findingId, facts, detectedAtMs, version }: RegressionRow): Regression {
  return { ...facts, id: findingId, version, detectedAtMs };
}

export async function findRegressionOfRelease(db: Db, releaseId: string): Promise<Regression | undefined> {
  const row = await db.one(OF_RELEASE, { releaseId });
  return row && regressionOf(row);
}

export async function findRegressionOfChange(
  db: Db,
  environmentId: string,
  changeId: string,
): Promise<Regression | undefined> {
  const row = await db.one(OF_CHANGE, { environmentId, changeId });
  return row && regressionOf(row);
}

export async function regressionsSince(
  db: Db,
  { projectId, environmentId }: Scope,
  sinceMs: number,
  limit: number,
): Promise<readonly Regression[]> {
  return (await db.all(SINCE, { projectId, environmentId, sinceMs: Math.trunc(sinceMs), limit })).map(regressionOf);
}

export async function insertRegression(
  db: Db,
  { projectId, environmentId, releaseId }: Scope & { readonly releaseId: string },
  id: string,
  facts: NewRegression,
  detectedAtMs: number,
): Promise<void> {
  const { kind } = facts;
  const subject = kind === 'change' ? facts.changeId : '';
  await db.run(INSERT, { id, projectId, environmentId, releaseId, kind, subject, facts, detectedAtMs });
}

export async function updateRegression(db: Db, id: string, releaseId: string, facts: NewRegression): Promise<void> {
  await db.run(UPDATE, { id, releaseId, facts });
}

export async function deleteRegressionOfRelease(db: Db, releaseId: string): Promise<void> {
  await db.run(END, { releaseId });
}
