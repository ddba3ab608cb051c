import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconServer } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEnvironment } from '../../api/environment.ts';
import { useSession } from '../../api/session.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import type { PageSearch } from '../../navigation/page-path.ts';
import { readRange, writeRange } from '../../navigation/time-range.ts';
import { mainEnvironment } from '../last-scope.ts';
import { samePage } from './same-page.ts';
import styles from './top-bar.module.css';
import { usePagePath } from './use-page-path.ts';

/** The range is looked at in the other place too; everything else of the address belongs to this one. */
function useSamePage() {
  const pagePath = usePagePath();
  const { project } = useEnvironment();
  const search: PageSearch = useSearch({ strict: false });
  return (slug: string, environment: string) =>
    samePage(pagePath, { project: slug, environment }, slug === project.slug, { ...writeRange(readRange(search)) });
}

export function ProjectMenu() {
  const { session } = useSession();
  const { project } = useEnvironment();
  const navigate = useNavigateTo();
  const addressIn = useSamePage();
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className={styles.place} aria-label={`Project: ${project.name}. Switch project`}>
          <span className={styles.placeName}>{project.name}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Projects</Menu.Label>
        {session.projects.map((other) => (
          <Menu.Item
            key={other.id}
            onClick={() => {
              const environment = mainEnvironment(other);
              if (environment !== undefined) navigate(addressIn(other.slug, environment.slug));
            }}
            rightSection={other.id === project.id ? <IconCheck size={14} aria-label="Current" /> : undefined}
          >
            {other.name}
          </Menu.Item>
        ))}
        {session.member.is_operator && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => navigate('/operator?new=true')}
            >
              New project
            </Menu.Item>
            <Menu.Item leftSection={<IconServer size={14} aria-hidden="true" />} onClick={() => navigate('/operator')}>
              Manage installation
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

export function EnvironmentMenu() {
  const { project, environment, isProduction } = useEnvironment();
  const navigate = useNavigateTo();
  const addressIn = useSamePage();
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={styles.place}
          data-production={isProduction || undefined}
          aria-label={`Environment: ${environment.name}. Switch environment`}
        >
          <span className={styles.placeName}>{environment.name}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Environments in {project.name}</Menu.Label>
        {project.environments.map((other) => (
          <Menu.Item
            key={other.id}
            onClick={() => navigate(addressIn(project.slug, other.slug))}
            rightSection={other.id === environment.id ? <IconCheck size={14} aria-label="Current" /> : undefined}
          >
            {other.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
