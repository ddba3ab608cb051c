import type { PagePath, PageSearch } from '../../../navigation/page-path.ts';

/** Something that somebody should look at: a sentence that begins with a link. */
export interface LookItem {
  readonly id: string;
  /** `bad`: people are hurt or data is missing. `warn`: it may come to that. `tidy`: it can wait. */
  readonly weight: 'bad' | 'warn' | 'tidy';
  /** What it is about; the link. It may be text of users. */
  readonly subject: string;
  /** The rest of the sentence. */
  readonly words: string;
  readonly page: PagePath;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: PageSearch;
  /** Since when, where that is known. */
  readonly at?: string;
}

const order = { bad: 0, warn: 1, tidy: 2 };

/** The heaviest first, and of the same weight the latest. */
export function byWeight(a: LookItem, b: LookItem): number {
  return order[a.weight] - order[b.weight] || (b.at ?? '').localeCompare(a.at ?? '');
}
