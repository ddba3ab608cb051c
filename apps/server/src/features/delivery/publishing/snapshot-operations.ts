import { reading } from '../../../control/operation.ts';
import type { EdgeMark, EdgeSnapshot } from '../../../edge/edge-snapshot.ts';
import type { Sql } from '../../../engines/sqlite/sql.ts';
import { type CarriedFlag, readFlags } from '../../flags/read-flags.ts';
import { listPlans } from '../../projects/plan-operations.ts';
import { type CarriedRows, changedEdgeRows } from './changed-edge-rows.ts';
import { edgeRows } from './read-edge-rows.ts';
import type { EdgeRowKind } from './watch-edge-rows.ts';

export interface CarriedSnapshot extends Omit<EdgeSnapshot, 'flags' | 'mark'> {
  readonly mark: EdgeMark;
  readonly flags: readonly CarriedFlag[];
}

export interface CarriedChanges {
  readonly mark: EdgeMark;
  readonly rows: CarriedRows;
}

const MARK = 'SELECT revision, change_id AS changeId FROM edge_revision';
const CHANGED = 'SELECT DISTINCT kind, id FROM edge_rows WHERE revision > ?';

export function snapshotOperations(sql: Sql) {
  const readMark = (): EdgeMark => {
    const mark = sql.one<EdgeMark>(MARK);
    if (mark === undefined) throw new Error('The control plane does not count its revisions');
    return { ...mark };
  };
  /** Since when the changed rows are all listed: this connection has watched them, and nobody has been told of them. */
  let watchedSince = readMark().revision;
  return {
    /** One connection and nothing in between: the parts belong together. */
    'snapshot.read': reading(
      (): CarriedSnapshot => ({
        takenAtMs: Date.now(),
        mark: readMark(),
        projects: edgeRows.projects(sql),
        environments: edgeRows.environments(sql),
        flags: readFlags(sql),
        experiments: edgeRows.experiments(sql),
        groups: edgeRows.groups(sql),
        schemas: edgeRows.schemas(sql),
        plans: listPlans(sql),
        keys: edgeRows.keys(sql),
        operatorTokenHashes: edgeRows.operatorTokenHashes(sql),
      }),
    ),
    'snapshot.readSince': reading(({ revision, changeId }: EdgeMark): CarriedChanges | 'unknown' | 'behind' => {
      const mark = readMark();
      const isKnown = changeId === null || sql.one('SELECT 1 FROM changes WHERE id = ?', changeId) !== undefined;
      if (mark.revision < revision || !isKnown) return 'behind';
      if (revision < watchedSince) return 'unknown';
      // Anyone who asks knows what was changed before. What was erased does not stay in the list either.
      sql.run('DELETE FROM edge_rows WHERE revision <= ?', revision);
      watchedSince = revision;
      const rows = changedEdgeRows(sql, sql.all<{ kind: EdgeRowKind; id: string }>(CHANGED, revision));
      return rows === undefined ? 'unknown' : { mark, rows };
    }),
  };
}
