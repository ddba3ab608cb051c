import { oneOf, textOf } from '../../navigation/use-page-search.ts';

export const eventTabs = ['overview', 'schema', 'events'] as const;
export const breakdowns = ['none', 'platform', 'app_version', 'country'] as const;

/** What the page of an event shows, as it stands in the address. */
export function readEventSearch(raw: Readonly<Record<string, unknown>>) {
  return {
    tab: oneOf(raw.tab, eventTabs, 'overview'),
    by: oneOf(raw.by, breakdowns, 'none'),
    view: oneOf(raw.view, ['table', 'json'], 'table'),
    open: textOf(raw.open) || undefined,
  };
}
