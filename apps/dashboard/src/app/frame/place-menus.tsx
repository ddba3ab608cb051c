import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconServer } from '@tabler/icons-react';
import { useEnvironment } from '../../api/environment.ts';
import { useSession } from '../../api/session.ts';
import { useNavigateTo } from '../../design/app-link.tsx';
import { pageHref } from '../../navigation/page-path.ts';
import { mainEnvironment } from '../last-place.ts';
import { railGroups } from './rail-entries.ts';
import styles from './top-bar.module.css';
import { usePagePath } from './use-page-path.ts';

/** Another environment shows the same page; what a page shows in detail need not exist elsewhere. */
function useSamePage() {
  const pagePath = usePagePath();
  const page = railGroups.flat().find((entry) => pagePath.startsWith(entry.page))?.page ?? '/overview';
  return (project: string, environment: string) => pageHref({ project, environment }, page, {}, {});
}

export function ProjectMenu() {
  const { session } = useSession();
  const { project } = useEnvironment();
  const navigate = useNavigateTo();
  const samePage = useSamePage();
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
              if (environment !== undefined) navigate(samePage(other.slug, environment.slug));
            }}
            rightSection={other.id === project.id ? <IconCheck size={14} aria-label="This one" /> : undefined}
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
              All projects and plans
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
  const samePage = useSamePage();
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
        <Menu.Label>Environments of {project.name}</Menu.Label>
        {project.environments.map((other) => (
          <Menu.Item
            key={other.id}
            onClick={() => navigate(samePage(project.slug, other.slug))}
            rightSection={other.id === environment.id ? <IconCheck size={14} aria-label="This one" /> : undefined}
          >
            {other.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
