import type { Actor } from '../changes/actor.ts';
import type { Page, PageRequest } from '../page.ts';

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Name of a plan, or `unmetered`. */
  readonly plan: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewProject {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  /** Keys to create in each of the two first environments, as hashes. */
  readonly keys: readonly NewProjectKey[];
}

export interface NewProjectKey {
  readonly environmentSlug: 'production' | 'development';
  readonly kind: 'publishable' | 'secret' | 'dev';
  readonly name: string;
  readonly hash: string;
  /** The last characters of the key, to tell keys apart in a list. */
  readonly hint: string;
}

/**
 * Promises: create makes the project, the environments production and development and the keys, all or nothing;
 * a taken slug rejects with Taken('PROJECT_SLUG_EXISTS'); an unknown plan rejects with Unacceptable('plan');
 * lists are newest first and pages neither repeat nor skip.
 */
export interface ProjectStore {
  create(project: NewProject, actor?: Actor): Promise<Project>;
  list(page: PageRequest): Promise<Page<Project>>;
  /** By id (any letter case) or slug. */
  find(idOrSlug: string): Promise<Project | undefined>;
  update(
    idOrSlug: string,
    patch: { readonly name?: string; readonly plan?: string },
    actor?: Actor,
  ): Promise<Project | undefined>;
}
