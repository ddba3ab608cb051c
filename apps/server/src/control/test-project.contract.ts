import type { ControlPlane } from '../compose/control/control-plane.ts';
import type { Actor } from './actor.ts';
import type { Change } from './change.ts';

/** A project with its two environments, for the contracts of what lives in one. */
export interface TestProject {
  readonly projectId: string;
  readonly production: string;
  readonly development: string;
}

export const ada: Actor = { kind: 'member', id: 'm-ada', name: 'Ada' };

let places = 0;

/** Contracts may be given a control plane in which others have their projects: no two slugs are the same. */
export async function newTestProject(control: ControlPlane, name: string): Promise<TestProject> {
  places += 1;
  const project = { slug: `${name}-${places}`, name, plan: 'scale', keys: [] };
  const { id: projectId } = await control.projects.create(project);
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
