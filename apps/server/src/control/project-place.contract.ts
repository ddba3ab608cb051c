import type { Actor } from './changes/actor.ts';
import type { Change } from './changes/change.ts';
import type { ControlPlane } from './control-plane.ts';

/** A project with its two environments, for the contracts of what lives in one. */
export interface ProjectPlace {
  readonly projectId: string;
  readonly production: string;
  readonly development: string;
}

export const ada: Actor = { kind: 'member', id: 'm-ada', name: 'Ada' };

export async function newProjectPlace(control: ControlPlane, slug: string): Promise<ProjectPlace> {
  const { id: projectId } = await control.projects.create({ slug, name: slug, plan: 'scale', keys: [] });
  const idOf = async (environment: string) => (await control.environments.find(projectId, environment))?.id ?? '';
  return { projectId, production: await idOf('production'), development: await idOf('development') };
}

export async function versionOf(control: ControlPlane, projectId: string, environment: string): Promise<number> {
  return (await control.environments.find(projectId, environment))?.configVersion ?? 0;
}

/** All of them, newest first. */
export async function changesOf(control: ControlPlane, projectId: string): Promise<readonly Change[]> {
  return (await control.changes.list({ projectId }, { limit: 1_000 })).rows;
}
