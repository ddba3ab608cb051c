import type { SortState } from '../../../design/tables/sort-rows.ts';
import { readSort } from '../../../navigation/read-sort.ts';
import { oneOf, textOf } from '../../../navigation/use-page-search.ts';
import { kindChoices, platformChoices, statusChoices } from '../flag-words.ts';
import type { Flag } from '../targeting/targeting.ts';

export interface FlagsSearch {
  readonly q: string | undefined;
  readonly status: Flag['status'] | 'all';
  readonly kind: Flag['kind'] | undefined;
  readonly platform: string | undefined;
  readonly tag: string | undefined;
  /** `me`, `none`, or a member. */
  readonly owner: string | undefined;
  readonly sort: SortState | undefined;
  /** The dialog for a new flag is open. */
  readonly new: boolean | undefined;
}

export function readFlagsSearch(raw: Readonly<Record<string, unknown>>): FlagsSearch {
  const q = textOf(raw.q);
  return {
    q: q === '' ? undefined : q,
    status: oneOf(
      raw.status,
      statusChoices.map(({ value }) => value),
      'active',
    ),
    kind: kindChoices.find(({ value }) => value === raw.kind)?.value,
    platform: platformChoices.find(({ value }) => value === raw.platform)?.value,
    tag: textOf(raw.tag),
    owner: textOf(raw.owner)?.slice(0, 255) || undefined,
    sort: readSort(raw.sort, ['name', 'type', 'kind', 'owner', 'seen']),
    new: raw.new === true ? true : undefined,
  };
}

/** What the server is asked for. */
export function flagsQuery({ q, status, kind, platform, tag, owner }: FlagsSearch) {
  return {
    search: q,
    status: status === 'all' ? undefined : status,
    kind,
    platform: platform as 'web',
    tag,
    owner,
    limit: 100,
  };
}

export const hasFilters = ({ q, status, kind, platform, tag, owner }: FlagsSearch): boolean =>
  status !== 'active' || [q, kind, platform, tag, owner].some((filter) => filter !== undefined);
