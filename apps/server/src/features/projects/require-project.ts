import { Unacceptable } from '../../control/control-errors.ts';
import type { Db } from '../../control/sql/db.ts';
import { hasProject, projectTimezone } from './project-statements.ts';

export async function requireProject(db: Db, projectId: string): Promise<void> {
  if (!(await hasProject(db, projectId))) throw new Unacceptable('project_id', 'Project not found.');
}

/** IANA name: where the days of the project begin. */
export async function timezoneOf(db: Db, projectId: string): Promise<string> {
  return (await projectTimezone(db, projectId)) ?? 'UTC';
}
