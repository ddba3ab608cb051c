import type { NewMember } from '../../members/member-store.ts';
import type { NewProject, Project } from '../project-store.ts';

export interface NewInstallation {
  readonly owner: NewMember;
  readonly operatorTokenHash: string;
  /** The id is chosen beforehand, so that all of it can be written down before anything is created. */
  readonly project: NewProject & { readonly id: string };
}

/**
 * Promises: begin creates the owner, the operator token, the project with its keys and the owner's membership
 * all or nothing, whatever happens meanwhile; undefined, and nothing changed, when there is a member already.
 */
export interface InstallationStore {
  begin(installation: NewInstallation): Promise<Project | undefined>;
}
