import type { Page, PageRequest } from '../../control/page.ts';

/** Filters, columns and sorting of a list page, as its address has them. */
export interface SavedView {
  readonly id: string;
  readonly page: string;
  readonly name: string;
  readonly search: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export type NewView = Pick<SavedView, 'page' | 'name' | 'search'>;
/** Absent: kept. */
export type ViewPatch = Partial<Pick<SavedView, 'name' | 'search'>>;

/** A member in a project. */
export interface ViewOwner {
  readonly memberId: string;
  readonly projectId: string;
}

/**
 * Views that a member saved for themselves.
 *
 * Promises:
 * - a member sees and changes only their own, each in its project;
 * - a name is used once for a page (Taken 'VIEW_NAME_EXISTS');
 * - a member has 200 in a project at most (WrongState 'TOO_MANY_VIEWS');
 * - they are gone when the member leaves the project;
 * - what the member does not have: undefined or false, and nothing changes.
 */
export interface ViewStore {
  save(owner: ViewOwner, view: NewView): Promise<SavedView>;
  /** Newest first, of one page or of all. */
  list(owner: ViewOwner, page: string | undefined, request: PageRequest): Promise<Page<SavedView>>;
  update(owner: ViewOwner, id: string, patch: ViewPatch): Promise<SavedView | undefined>;
  remove(owner: ViewOwner, id: string): Promise<boolean>;
}
