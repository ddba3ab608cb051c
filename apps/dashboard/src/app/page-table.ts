import type { PagePath } from '../navigation/page-path.ts';

export interface PageRow {
  readonly path: PagePath;
  readonly title: string;
  /** Shows the picker of the range in the top bar. */
  readonly hasRange?: boolean;
  /** Tabs, as the address names them, that show nothing of the range; the picker is not shown there. */
  readonly tabsWithoutRange?: readonly string[];
  readonly load: () => Promise<unknown>;
  /** The name under which the module exports the page. */
  readonly component: string;
}

/** Every page of a project and environment. A new page is a row here and a path in navigation/page-path.ts. */
export const pageTable: readonly PageRow[] = [
  {
    path: '/overview',
    title: 'Overview',
    hasRange: true,
    load: () => import('../pages/overview/overview-page.tsx'),
    component: 'OverviewPage',
  },
  { path: '/live', title: 'Live', load: () => import('../pages/live/live-page.tsx'), component: 'LivePage' },
  {
    path: '/explore',
    title: 'Explore',
    hasRange: true,
    tabsWithoutRange: ['sql'],
    load: () => import('../pages/explore/explore-page.tsx'),
    component: 'ExplorePage',
  },
  {
    path: '/dashboards',
    title: 'Dashboards',
    load: () => import('../pages/dashboards/dashboards-page.tsx'),
    component: 'DashboardsPage',
  },
  {
    path: '/dashboards/$id',
    title: 'Dashboard',
    load: () => import('../pages/dashboards/dashboard-page.tsx'),
    component: 'DashboardPage',
  },
  { path: '/alerts', title: 'Alerts', load: () => import('../pages/alerts/alert-pages.ts'), component: 'AlertsPage' },
  {
    path: '/alerts/new',
    title: 'New alert',
    load: () => import('../pages/alerts/alert-pages.ts'),
    component: 'NewAlertPage',
  },
  { path: '/alerts/$id', title: 'Alert', load: () => import('../pages/alerts/alert-pages.ts'), component: 'AlertPage' },
  { path: '/flags', title: 'Flags', load: () => import('../pages/flags/flags-page.tsx'), component: 'FlagsPage' },
  {
    path: '/flags/$key',
    title: 'Flag',
    hasRange: true,
    tabsWithoutRange: ['environments', 'history', 'details'],
    load: () => import('../pages/flags/flag-page.tsx'),
    component: 'FlagPage',
  },
  {
    path: '/experiments',
    title: 'Experiments',
    load: () => import('../pages/experiments/experiments-page.tsx'),
    component: 'ExperimentsPage',
  },
  {
    path: '/experiments/$key',
    title: 'Experiment',
    hasRange: true,
    tabsWithoutRange: ['design', 'history'],
    load: () => import('../pages/experiments/experiment-page.tsx'),
    component: 'ExperimentPage',
  },
  { path: '/groups', title: 'Groups', load: () => import('../pages/groups/group-pages.ts'), component: 'GroupsPage' },
  {
    path: '/groups/$key',
    title: 'Group',
    load: () => import('../pages/groups/group-pages.ts'),
    component: 'GroupPage',
  },
  {
    path: '/crashes',
    title: 'Crashes',
    hasRange: true,
    load: () => import('../pages/crashes/crashes-page.tsx'),
    component: 'CrashesPage',
  },
  {
    path: '/crashes/$id',
    title: 'Crash',
    hasRange: true,
    load: () => import('../pages/crashes/crash-page.tsx'),
    component: 'CrashPage',
  },
  {
    path: '/performance',
    title: 'Performance',
    hasRange: true,
    load: () => import('../pages/performance/performance-page.tsx'),
    component: 'PerformancePage',
  },
  {
    path: '/releases',
    title: 'Releases',
    hasRange: true,
    load: () => import('../pages/releases/releases-page.tsx'),
    component: 'ReleasesPage',
  },
  {
    path: '/releases/$id',
    title: 'Release',
    hasRange: true,
    load: () => import('../pages/releases/release-page.tsx'),
    component: 'ReleasePage',
  },
  { path: '/people', title: 'People', load: () => import('../pages/people/people-page.tsx'), component: 'PeoplePage' },
  {
    path: '/people/$id',
    title: 'Person',
    load: () => import('../pages/people/person-page.tsx'),
    component: 'PersonPage',
  },
  {
    path: '/cohorts',
    title: 'Cohorts',
    load: () => import('../pages/cohorts/cohort-pages.ts'),
    component: 'CohortsPage',
  },
  {
    path: '/cohorts/$key',
    title: 'Cohort',
    load: () => import('../pages/cohorts/cohort-pages.ts'),
    component: 'CohortPage',
  },
  {
    path: '/devices',
    title: 'Devices',
    load: () => import('../pages/people/devices-page.tsx'),
    component: 'DevicesPage',
  },
  {
    path: '/devices/$id',
    title: 'Device',
    load: () => import('../pages/people/device-page.tsx'),
    component: 'DevicePage',
  },
  {
    path: '/data',
    title: 'Data',
    hasRange: true,
    tabsWithoutRange: ['schemas', 'failed'],
    load: () => import('../pages/data/data-page.tsx'),
    component: 'DataPage',
  },
  {
    path: '/data/events/$name',
    title: 'Event',
    hasRange: true,
    tabsWithoutRange: ['schema', 'events'],
    load: () => import('../pages/data/event-page.tsx'),
    component: 'EventPage',
  },
  {
    path: '/settings',
    title: 'Settings',
    load: () => import('../pages/settings/settings-page.tsx'),
    component: 'SettingsPage',
  },
  {
    path: '/onboarding',
    title: 'Get started',
    load: () => import('../pages/onboarding/onboarding-page.tsx'),
    component: 'OnboardingPage',
  },
];
