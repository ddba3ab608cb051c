import { isoTime } from '../../http/request/wire-time.ts';
import type { Project } from './project-store.ts';

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
