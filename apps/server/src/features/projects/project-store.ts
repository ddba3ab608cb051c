import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Name of a plan, or `unmetered`. */
  readonly plan: string;
  /** IANA name: where the project's days and weeks begin. */
  readonly timezone: string;
  /** How long events are kept; null: for ever. */
  readonly retentionDays: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface NewProject {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  /** Keys to create in each of the two first environments, as hashes. */
  readonly keys: readonly NewProjectKey[];
  /** A member who is the owner from the start; absent: nobody is. */
  readonly ownerId?: string;
}

export interface NewProjectKey {
  readonly environmentSlug: 'production' | 'development';
  readonly kind: 'publishable' | 'secret' | 'dev';
  readonly name: string;
  readonly hash: string;
  /** The last characters of the key, to tell keys apart in a list. */
  readonly hint: string;
  /** The key itself, of a publishable one. */
  readonly text: string | null;
}

/** Absent: kept. */
export interface ProjectPatch {
  readonly name?: string;
  readonly plan?: string;
  readonly timezone?: string;
  readonly retentionDays?: number | null;
}

/**
 * Promises: create makes the project, the environments production and development, the keys and the owner's
 * membership, all or nothing; an unknown owner rejects with Unacceptable('member_id');
 * a new project counts its days in UTC and keeps its events for ever;
 * a taken slug rejects with Taken('PROJECT_SLUG_EXISTS'); an unknown plan rejects with Unacceptable('plan');
 * a time zone is kept under its canonical name, an unknown one rejects with Unacceptable('timezone');
 * lists are newest first and pages neither repeat nor skip.
 */
export interface ProjectStore {
  create(project: NewProject, actor?: Actor): Promise<Project>;
  list(page: PageRequest): Promise<Page<Project>>;
  /** By id (any letter case) or slug. */
  find(idOrSlug: string): Promise<Project | undefined>;
  update(idOrSlug: string, patch: ProjectPatch, actor?: Actor): Promise<Project | undefined>;
}
