import type { Actor } from '../../control/actor.ts';
import { mintProjectKeys, type ProjectKeys, storedProjectKeys } from './keys/project-keys.ts';
import type { Project, ProjectStore } from './project-store.ts';

export interface CreatedProject {
  readonly project: Project;
  /** Shown once: only their hashes are kept. */
  readonly keys: ProjectKeys;
}

/**
 * A member who creates a project is its owner.
 * Rejects as ProjectStore.create does: Taken for the slug, Unacceptable for the plan.
 */
export async function createProject(
  control: { readonly projects: ProjectStore },
  { slug, name, plan }: { readonly slug: string; readonly name: string; readonly plan: string },
  actor?: Actor,
): Promise<CreatedProject> {
  const keys = mintProjectKeys();
  const owner = actor?.kind === 'member' ? { ownerId: actor.id } : {};
  const project = await control.projects.create({ slug, name, plan, keys: storedProjectKeys(keys), ...owner }, actor);
  return { project, keys };
}
