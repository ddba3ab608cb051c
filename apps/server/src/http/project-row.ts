import type { Project } from '../control/projects/project-store.ts';
import { isoTime } from './wire-time.ts';

export const projectRow = (project: Project) => ({
  id: project.id,
  slug: project.slug,
  name: project.name,
  plan: project.plan,
  timezone: project.timezone,
  retention_days: project.retentionDays,
  created_at: isoTime(project.createdAtMs),
  updated_at: isoTime(project.updatedAtMs),
});
