import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApi, useApiList } from '../../api/use-api.ts';
import { formatCount } from '../../design/format/format-count.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { AppLink } from '../../design/primitives/app-link.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { EditProjectDialog } from './edit-project-dialog.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import styles from './operator.module.css';
import { readOperatorSearch } from './operator-search.ts';
import type { ProjectRow } from './project-row.ts';

export function ProjectsTab() {
  const { session } = useSession();
  const [search, change] = usePageSearch(readOperatorSearch);
  const list = useApiList('/v1/projects', { query: { limit: 100 } });
  const plans = useApi('/v1/plans');
  const [editing, setEditing] = useState<ProjectRow>();
  const isMember = (slug: string) => session.projects.some((project) => project.slug === slug);
  const planNames = (plans.data ?? []).map(({ name }) => name);
  return (
    <div className={styles.tab}>
      <Panel
        title="Projects"
        description="You own the projects you create. Other projects are open to their members only."
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
            New project
          </Button>
        }
        isFlush
      >
        <DataTable
          label="Projects"
          {...tableOf(list, "Couldn't load projects")}
          columns={columnsWith(isMember, setEditing)}
          rowId={(project) => project.id}
          empty={{ title: 'No projects yet', children: 'Create one. It comes with two environments and their keys.' }}
        />
      </Panel>
      <NewProjectDialog isOpen={search.new === true} plans={planNames} onClose={() => change({ new: undefined })} />
      <EditProjectDialog project={editing} plans={planNames} onClose={() => setEditing(undefined)} />
    </div>
  );
}

const columnsWith = (
  isMember: (slug: string) => boolean,
  onEdit: (project: ProjectRow) => void,
): readonly DataColumn<ProjectRow>[] => [
  {
    id: 'name',
    header: 'Project',
    width: 'minmax(200px, 3fr)',
    onCard: 'title',
    sortValue: (project) => project.name.toLowerCase(),
    cell: (project) => (
      <span className={flowStyles.lines}>
        {isMember(project.slug) ? (
          <AppLink href={`/p/${project.slug}`} className={textStyles.cutName}>
            <bdi>{project.name}</bdi>
          </AppLink>
        ) : (
          <bdi className={textStyles.cutName}>{project.name}</bdi>
        )}
        <span className={styles.slug}>{project.slug}</span>
      </span>
    ),
  },
  { id: 'plan', header: 'Plan', width: '110px', sortValue: (project) => project.plan, cell: ({ plan }) => plan },
  { id: 'zone', header: 'Time zone', width: 'minmax(120px, 1fr)', cell: ({ timezone }) => timezone },
  {
    id: 'retention',
    header: 'Retention',
    width: '120px',
    cell: ({ retention_days: days }) => (days === null ? 'forever' : formatCount(days, 'day')),
  },
  {
    id: 'created',
    header: 'Created',
    width: '110px',
    sortValue: (project) => project.created_at,
    cell: (project) => <RelativeTime at={project.created_at} />,
  },
  {
    id: 'action',
    header: '',
    width: '80px',
    align: 'end',
    cell: (project) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={`Edit ${project.slug}`}
        onClick={() => onEdit(project)}
      >
        Edit
      </Button>
    ),
  },
];
