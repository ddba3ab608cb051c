import { mintProjectKeys, type ProjectKeys, storedProjectKeys } from '../keys/project-keys.ts';
import type { Project, ProjectStore } from './project-store.ts';

export interface CreatedProject {
  readonly project: Project;
  /** Shown once: only their hashes are kept. */
  readonly keys: ProjectKeys;
}

/** Rejects as ProjectStore.create does: Taken for the slug, Unacceptable for the plan. */
export async function createProject(
  control: { readonly projects: ProjectStore },
  { slug, name, plan }: { readonly slug: string; readonly name: string; readonly plan: string },
): Promise<CreatedProject> {
  const keys = mintProjectKeys();
  const project = await control.projects.create({ slug, name, plan, keys: storedProjectKeys(keys) });
  return { project, keys };
}
