import { oneOf, textOf } from '../../navigation/use-page-search.ts';

const crashTabs = ['groups', 'symbols'] as const;
type CrashTab = (typeof crashTabs)[number];
const crashStatuses = ['open', 'new', 'regressed', 'resolved', 'ignored', 'all'] as const;
type CrashStatusFilter = (typeof crashStatuses)[number];
export const crashSorts = ['last_seen', 'first_seen', 'reports', 'users'] as const;
export type CrashSort = (typeof crashSorts)[number];

/** What the page of crashes shows, as it stands in the address. */
export interface CrashesSearch {
  readonly tab: CrashTab;
  readonly status: CrashStatusFilter;
  readonly sort: CrashSort;
  readonly version: string | undefined;
  readonly platform: string | undefined;
  /** `me`, `none`, or a member. */
  readonly assignee: string | undefined;
  readonly q: string | undefined;
  /** For the tab of symbols: what an upload should be labelled with. */
  readonly kind: string | undefined;
  readonly release: string | undefined;
  readonly file: string | undefined;
  readonly debugId: string | undefined;
}

const filled = (value: unknown): string | undefined => textOf(value) || undefined;

export function readCrashesSearch(raw: Readonly<Record<string, unknown>>): CrashesSearch {
  return {
    tab: oneOf(raw.tab, crashTabs, 'groups'),
    status: oneOf(raw.status, crashStatuses, 'open'),
    sort: oneOf(raw.sort, crashSorts, 'last_seen'),
    version: filled(raw.version),
    platform: filled(raw.platform),
    assignee: filled(raw.assignee)?.slice(0, 255),
    q: filled(raw.q)?.slice(0, 200),
    kind: filled(raw.kind),
    release: filled(raw.release),
    file: filled(raw.file),
    debugId: filled(raw.debugId),
  };
}

/** The filters of the list, as the API takes them. */
export function groupsQuery(search: CrashesSearch, range: { readonly from: string; readonly to: string }) {
  return {
    ...range,
    sort: search.sort,
    status: search.status === 'all' ? undefined : search.status,
    search: search.q,
    app_version: search.version,
    platform: search.platform,
    assignee: search.assignee,
    limit: 50,
  };
}
