import { useDebouncedValue } from '@mantine/hooks';
import { IconBolt, IconFlag, IconFlask, IconUser } from '@tabler/icons-react';
import { useApi } from '../../api/use-api.ts';
import { useNavigateTo } from '../../design/layout/app-link.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import type { PaletteItem } from './palette-item.ts';
import { sortFound } from './rank-items.ts';

const each = 5;

export interface FoundItems {
  readonly items: readonly PaletteItem[];
  readonly isSearching: boolean;
}

/** Flags, experiments, events and people that answer to what was typed, asked for a moment after the typing ends. */
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
        detail: `${count.toLocaleString('en')} events`,
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
  ];
  const all = [flags, experiments, events, people];
  return {
    items: sortFound(search, items),
    isSearching: search !== typed.trim() || all.some(({ isFetching }) => isFetching),
  };
}
