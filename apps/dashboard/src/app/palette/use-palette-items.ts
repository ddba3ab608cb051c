import { useMantineColorScheme } from '@mantine/core';
import {
  IconBellPlus,
  IconBook2,
  IconCategory,
  IconDeviceMobile,
  IconFlagPlus,
  IconFlask,
  IconLogout,
  IconMoon,
  IconPlus,
  IconServer,
  IconSettings,
  IconStack2,
  IconSun,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { useSession } from '../../api/session.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { railGroups } from '../frame/rail-entries.ts';
import type { PaletteItem } from './palette-item.ts';

const settingsPages = [
  ['project', 'Project', 'time zone', 'name'],
  ['keys', 'Keys', 'api key', 'token'],
  ['environments', 'Environments'],
  ['members', 'Members', 'invite', 'roles'],
  ['experiments', 'Experiments', 'holdout', 'layers'],
  ['webhooks', 'Webhooks', 'notifications', 'slack', 'email'],
  ['digests', 'Digests', 'summary', 'report', 'email', 'slack'],
  ['usage', 'Plan and usage', 'limits', 'quota'],
  ['retention', 'Retention and erasure', 'gdpr', 'privacy', 'delete user'],
  ['changes', 'Change log', 'audit', 'history'],
  ['account', 'Account', 'password'],
] as const;

/** Pages and actions, which need no asking. */
export function usePaletteItems(): readonly PaletteItem[] {
  const { session, signOut } = useSession();
  const { project, environment } = useEnvironment();
  const { can } = useRole();
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigateTo();
  const href = usePageHref();
  const mayEdit = can('editor');
  return useMemo(() => {
    const go = (to: string) => () => navigate(to);
    const items: PaletteItem[] = railGroups.flat().map(({ page, label, icon, letter }) => ({
      id: page,
      group: 'Pages',
      label,
      icon,
      keys: ['g', letter],
      run: go(href(page)),
    }));
    items.push(
      {
        id: 'groups',
        group: 'Pages',
        label: 'Groups',
        words: ['segments'],
        icon: IconUsersGroup,
        run: go(href('/groups')),
      },
      { id: 'devices', group: 'Pages', label: 'Devices', icon: IconDeviceMobile, run: go(href('/devices')) },
      {
        id: 'start',
        group: 'Pages',
        label: 'Get started',
        words: ['onboarding', 'install'],
        icon: IconCategory,
        run: go(href('/onboarding')),
      },
      {
        id: 'docs',
        group: 'Pages',
        label: 'Docs',
        words: ['documentation', 'help', 'guides', 'api reference'],
        icon: IconBook2,
        run: () => window.open('/docs', '_blank', 'noopener'),
      },
    );
    for (const tab of ['trends', 'funnel', 'retention', 'paths', 'sql']) {
      const label = tab === 'sql' ? 'Explore with SQL' : `Explore ${tab}`;
      items.push({
        id: `explore-${tab}`,
        group: 'Pages',
        label,
        words: [tab],
        icon: IconStack2,
        run: go(href('/explore', { tab })),
      });
    }
    if (mayEdit) {
      items.push(
        {
          id: 'create-flag',
          group: 'Actions',
          label: 'Create flag',
          words: ['new flag'],
          icon: IconFlagPlus,
          run: go(href('/flags', { new: true })),
        },
        {
          id: 'create-experiment',
          group: 'Actions',
          label: 'Create experiment',
          words: ['new experiment'],
          icon: IconFlask,
          run: go(href('/experiments', { new: true })),
        },
        {
          id: 'create-alert',
          group: 'Actions',
          label: 'Create alert',
          words: ['new alert', 'notification', 'threshold', 'anomaly'],
          icon: IconBellPlus,
          run: go(href('/alerts/new')),
        },
        {
          id: 'create-cohort',
          group: 'Actions',
          label: 'Create cohort',
          words: ['new cohort', 'segment', 'audience'],
          icon: IconUsersPlus,
          run: go(href('/cohorts', { new: true })),
        },
      );
    }
    for (const [tab, label, ...words] of settingsPages) {
      items.push({
        id: `settings-${tab}`,
        group: 'Pages',
        label: `Settings: ${label}`,
        words,
        icon: IconSettings,
        run: go(href('/settings', { tab })),
      });
    }
    if (session.member.is_operator) {
      items.push(
        {
          id: 'operator',
          group: 'Pages',
          label: 'Installation',
          words: ['operator', 'projects', 'plans', 'health', 'backups'],
          icon: IconServer,
          run: go('/operator'),
        },
        {
          id: 'create-project',
          group: 'Actions',
          label: 'Create project',
          words: ['new project'],
          icon: IconPlus,
          run: go('/operator?new=true'),
        },
      );
    }
    for (const other of project.environments.filter(({ id }) => id !== environment.id)) {
      const to = pageHref({ project: project.slug, environment: other.slug }, '/overview', {}, {});
      items.push({
        id: `environment-${other.id}`,
        group: 'Actions',
        label: `Switch to ${other.name}`,
        words: ['environment'],
        icon: IconStack2,
        run: go(to),
      });
    }
    for (const other of session.projects.filter(({ id }) => id !== project.id)) {
      items.push({
        id: `project-${other.id}`,
        group: 'Actions',
        label: `Open project ${other.name}`,
        words: [other.slug],
        icon: IconStack2,
        run: go(`/p/${other.slug}`),
      });
    }
    items.push(
      {
        id: 'light',
        group: 'Actions',
        label: 'Switch to light theme',
        words: ['theme'],
        icon: IconSun,
        run: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        group: 'Actions',
        label: 'Switch to dark theme',
        words: ['theme'],
        icon: IconMoon,
        run: () => setColorScheme('dark'),
      },
      {
        id: 'sign-out',
        group: 'Actions',
        label: 'Sign out',
        words: ['log out'],
        icon: IconLogout,
        run: () => void signOut(),
      },
    );
    return items;
  }, [session, project, environment, mayEdit, setColorScheme, navigate, href, signOut]);
}
