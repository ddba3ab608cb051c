import {
  IconActivity,
  IconBell,
  IconBug,
  IconChartLine,
  IconDatabase,
  IconFlag,
  IconFlask,
  IconGauge,
  IconHome,
  IconLayoutDashboard,
  type IconProps,
  IconRocket,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { PagePath } from '../../navigation/page-path.ts';

export interface RailEntry {
  readonly page: Exclude<PagePath, `${string}$${string}`>;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Typed after `g`. */
  readonly letter: string;
  /** Pages that are reached from this one, so that it stays the selected one. */
  readonly covers?: readonly PagePath[];
}

export const railGroups: readonly (readonly RailEntry[])[] = [
  [
    { page: '/overview', label: 'Overview', icon: IconHome, letter: 'o' },
    { page: '/live', label: 'Live', icon: IconActivity, letter: 'l' },
    { page: '/explore', label: 'Explore', icon: IconChartLine, letter: 'x' },
    { page: '/dashboards', label: 'Dashboards', icon: IconLayoutDashboard, letter: 'd' },
    { page: '/alerts', label: 'Alerts', icon: IconBell, letter: 't' },
  ],
  [
    { page: '/flags', label: 'Flags', icon: IconFlag, letter: 'f', covers: ['/groups'] },
    { page: '/experiments', label: 'Experiments', icon: IconFlask, letter: 'e' },
  ],
  [
    { page: '/crashes', label: 'Crashes', icon: IconBug, letter: 'c' },
    { page: '/performance', label: 'Performance', icon: IconGauge, letter: 'm' },
    { page: '/releases', label: 'Releases', icon: IconRocket, letter: 'r' },
  ],
  [
    { page: '/people', label: 'People', icon: IconUsers, letter: 'p', covers: ['/devices'] },
    { page: '/cohorts', label: 'Cohorts', icon: IconUsersGroup, letter: 'h' },
    { page: '/data', label: 'Data', icon: IconDatabase, letter: 'a' },
    { page: '/settings', label: 'Settings', icon: IconSettings, letter: 's' },
  ],
];

/** Whether an address without its project belongs to an entry. */
export function isSelected(entry: RailEntry, pagePath: string): boolean {
  return [entry.page, ...(entry.covers ?? [])].some((page) => pagePath === page || pagePath.startsWith(`${page}/`));
}
