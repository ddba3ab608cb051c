import { Unacceptable } from '../../control/control-errors.ts';
import type { Db } from '../../control/sql/db.ts';
import { hasProject } from './project-statements.ts';

export async function requireProject(db: Db, projectId: string): Promise<void> {
  if (!(await hasProject(db, projectId))) throw new Unacceptable('project_id', 'There is no such project.');
}
