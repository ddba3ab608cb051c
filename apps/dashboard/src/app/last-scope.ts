import type { Session, SessionEnvironment, SessionProject } from '../api/session.ts';

const storageKey = 'lamppost.place';

export interface FoundScope {
  readonly project: SessionProject;
  readonly environment: SessionEnvironment;
}

export function rememberScope(projectSlug: string): void {
  localStorage.setItem(storageKey, projectSlug);
}

/** The environment that a project is entered by: production, or its first. */
export function mainEnvironment(project: SessionProject): SessionEnvironment | undefined {
  return project.environments.find(({ slug }) => slug === 'production') ?? project.environments[0];
}

/** Where the one who has signed in was last, or the first place there is. */
export function lastScope(
  { projects }: Session,
  remembered = localStorage.getItem(storageKey),
): FoundScope | undefined {
  const project = projects.find(({ slug }) => slug === remembered) ?? projects[0];
  const environment = project === undefined ? undefined : mainEnvironment(project);
  return project === undefined || environment === undefined ? undefined : { project, environment };
}

/** The place that an address names, if the one who has signed in may see it. */
export function findScope(
  { projects }: Session,
  named: { readonly project: string; readonly environment: string },
): FoundScope | undefined {
  const project = projects.find(({ slug }) => slug === named.project);
  const environment = project?.environments.find(({ slug }) => slug === named.environment);
  return project === undefined || environment === undefined ? undefined : { project, environment };
}
