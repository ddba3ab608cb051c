import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { reading, writing } from '../../control/operation.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { NewRegression, Regression } from './regression.ts';
import { findRelease, REGRESSION, type RegressionRow, regressionOf } from './release-rows.ts';
import { releaseState } from './release-state.ts';
import type { Release } from './release-store.ts';

const OF_RELEASE = `${REGRESSION} WHERE g.release_id = ? AND g.kind = 'release'`;
const OF_CHANGE = `${REGRESSION} WHERE g.environment_id = ? AND g.subject = ? AND g.kind = 'change'`;
const SINCE = `${REGRESSION} WHERE g.environment_id = ? AND g.project_id = ? AND g.detected_at >= ?
  ORDER BY g.detected_at DESC, g.id DESC LIMIT ?`;
const INSERT = `INSERT INTO regressions (id, project_id, environment_id, release_id, kind, subject, facts, detected_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

export function regressionOperations(sql: Sql) {
  return {
    'releases.noteRegression': writing((projectId: string, found: NewRegression, actor: Actor) => {
      const release = findRelease(sql, projectId, found.releaseId);
      return release && note(sql, release, found, actor);
    }),
    'releases.endRegression': writing((projectId: string, releaseId: string, actor: Actor): void => {
      const before = findRelease(sql, projectId, releaseId);
      if (before?.regression == null) return;
      sql.run("DELETE FROM regressions WHERE release_id = ? AND kind = 'release'", before.id);
      log(sql, before, { ...before, regression: null }, actor, 'regression_ended');
    }),
    'releases.regressions': reading((scope: Scope, sinceMs: number, limit: number): readonly Regression[] => {
      const ids = [scope.environmentId.toLowerCase(), scope.projectId.toLowerCase()] as const;
      return sql.all<RegressionRow>(SINCE, ...ids, Math.trunc(sinceMs), limit).map(regressionOf);
    }),
  };
}

/** What was found stays as it was found, unless it is sure by now. */
function note(sql: Sql, release: Release, found: NewRegression, actor: Actor): Regression {
  const row =
    found.kind === 'release'
      ? sql.one<RegressionRow>(OF_RELEASE, release.id)
      : sql.one<RegressionRow>(OF_CHANGE, release.environmentId, found.changeId);
  const known = row && regressionOf(row);
  if (known !== undefined && (known.tier === found.tier || known.tier === 'confirmed')) return known;
  const facts = storeText(JSON.stringify(found));
  const atMs = nextMoment(sql, release.projectId);
  const saved = {
    ...found,
    id: known?.id ?? uuidv7(),
    version: release.version,
    detectedAtMs: known?.detectedAtMs ?? atMs,
  };
  const subject = found.kind === 'change' ? found.changeId : '';
  if (known !== undefined)
    sql.run('UPDATE regressions SET facts = ?, release_id = ? WHERE id = ?', facts, release.id, known.id);
  else
    sql.run(INSERT, saved.id, release.projectId, release.environmentId, release.id, found.kind, subject, facts, atMs);
  if (found.kind === 'release') log(sql, release, { ...release, regression: saved }, actor, 'regression_found');
  return saved;
}

function log(sql: Sql, before: Release, after: Release, actor: Actor, action: string): void {
  recordChange(sql, actor, {
    projectId: before.projectId,
    entityType: 'release',
    entityId: before.id,
    entityKey: `${before.platform} ${before.version}`,
    environmentId: before.environmentId,
    action,
    before: releaseState(before),
    after: releaseState(after),
    touches: [],
    atMs: nextMoment(sql, before.projectId),
  });
}
