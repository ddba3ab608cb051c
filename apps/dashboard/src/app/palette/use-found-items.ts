import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBell,
  IconBolt,
  IconBook2,
  IconBug,
  IconFlag,
  IconFlask,
  IconLayoutDashboard,
  IconRocket,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useApi } from '../../api/use-api.ts';
import { formatCount } from '../../design/format/format-count.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { helpPages } from './help-pages.ts';
import type { PaletteItem } from './palette-item.ts';
import { matchOf, sortFound } from './rank-items.ts';

const each = 5;
const MAX_LISTED = 100;

export interface FoundItems {
  readonly items: readonly PaletteItem[];
  readonly isSearching: boolean;
}

/** Flags, experiments, events, people, cohorts, dashboards, alerts, crashes, releases and guides that answer to what was typed, asked for a moment after the typing ends. */
export function useFoundItems(typed: string, isOpen: boolean): FoundItems {
  const [search] = useDebouncedValue(typed.trim(), 150);
  const navigate = useNavigateTo();
  const href = usePageHref();
  const options = { enabled: isOpen && search !== '', isLive: false };
  const query = { search, limit: each };
  const flags = useApi('/v1/flags', { query }, options);
  const experiments = useApi('/v1/experiments', { query }, options);
  const events = useApi('/v1/events/catalog', { query }, options);
  const people = useApi('/v1/people', { query }, options);
  const cohorts = useApi('/v1/cohorts', { query }, options);
  const crashes = useApi('/v1/crashes/groups', { query: { ...query, search: search.slice(0, 200) } }, options);
  const all = { query: { limit: MAX_LISTED } };
  const dashboards = useApi('/v1/dashboards', all, options);
  const alerts = useApi('/v1/alerts', all, options);
  const releases = useApi('/v1/releases', all, options);
  if (search === '') return { items: [], isSearching: typed.trim() !== '' };
  const go = (to: string) => () => navigate(to);
  const items: PaletteItem[] = [
    ...(flags.data ?? []).map(
      ({ key, name }): PaletteItem => ({
        id: `flag-${key}`,
        group: 'Flags',
        label: key,
        detail: name === key ? undefined : (name ?? undefined),
        icon: IconFlag,
        run: go(href('/flags/$key', { key })),
      }),
    ),
    ...(experiments.data ?? []).map(
      ({ key, name, status }): PaletteItem => ({
        id: `experiment-${key}`,
        group: 'Experiments',
        label: key,
        detail: `${name}, ${status}`,
        icon: IconFlask,
        run: go(href('/experiments/$key', { key })),
      }),
    ),
    ...(events.data ?? []).map(
      ({ event_name: name, count }): PaletteItem => ({
        id: `event-${name}`,
        group: 'Events',
        label: name,
        detail: formatCount(count, 'event'),
        icon: IconBolt,
        run: go(href('/data/events/$name', { name })),
      }),
    ),
    ...(people.data ?? []).map(
      ({ id, kind, country }): PaletteItem => ({
        id: `person-${kind}-${id}`,
        group: 'People',
        label: id,
        detail: [kind, country].filter((part) => part !== null).join(', '),
        icon: IconUser,
        run: go(href('/people/$id', { id }, kind === 'user' ? {} : { kind })),
      }),
    ),
    ...namedLike(alerts.data, search, ({ name }) => name).map(
      ({ id, name, state }): PaletteItem => ({
        id: `alert-${id}`,
        group: 'Alerts',
        label: name,
        detail: state.replace('_', ' '),
        icon: IconBell,
        run: go(href('/alerts/$id', { id })),
      }),
    ),
    ...(cohorts.data ?? []).map(
      ({ key, name, size }): PaletteItem => ({
        id: `cohort-${key}`,
        group: 'Cohorts',
        label: name,
        detail: size === null ? key : `${key}, ${formatCount(size, 'person', 'people')}`,
        icon: IconUsersGroup,
        run: go(href('/cohorts/$key', { key })),
      }),
    ),
    ...namedLike(dashboards.data, search, ({ name }) => name).map(
      ({ id, name }): PaletteItem => ({
        id: `dashboard-${id}`,
        group: 'Dashboards',
        label: name,
        icon: IconLayoutDashboard,
        run: go(href('/dashboards/$id', { id })),
      }),
    ),
    ...(crashes.data ?? []).map(
      ({ id, title, culprit, status }): PaletteItem => ({
        id: `crash-${id}`,
        group: 'Crashes',
        label: title,
        detail: [culprit, status].filter((part) => part !== null).join(', '),
        icon: IconBug,
        run: go(href('/crashes/$id', { id })),
      }),
    ),
    ...namedLike(releases.data, search, ({ version, platform }) => `${version} ${platform}`).map(
      ({ id, version, platform, channel }): PaletteItem => ({
        id: `release-${id}`,
        group: 'Releases',
        label: version,
        detail: `${platform}, ${channel}`,
        icon: IconRocket,
        run: go(href('/releases/$id', { id })),
      }),
    ),
  ];
  const kinds = [flags, experiments, events, people, cohorts, dashboards, alerts, crashes, releases];
  return {
    items: sortFound(search, [...items, ...helpItems(search)]),
    isSearching: search !== typed.trim() || kinds.some(({ isFetching }) => isFetching),
  };
}

/** For lists that the server does not search. */
function namedLike<Row>(
  rows: readonly Row[] | undefined,
  search: string,
  nameOf: (row: Row) => string,
): readonly Row[] {
  return (rows ?? []).filter((row) => matchOf(search, nameOf(row)) > 0).slice(0, each);
}

function helpItems(search: string): readonly PaletteItem[] {
  const match = ([, title, ...words]: (typeof helpPages)[number]): boolean =>
    [title, ...words].some((word) => matchOf(search, word) > 0);
  return helpPages
    .filter(match)
    .slice(0, each)
    .map(([path, title]) => ({
      id: `help-${path}`,
      group: 'Help',
      label: title,
      icon: IconBook2,
      run: () => window.open(`/docs/${path}`, '_blank', 'noopener'),
    }));
}
