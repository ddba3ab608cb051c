import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconLayoutDashboard, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import type { DashboardSummary } from './dashboard.ts';
import styles from './dashboards.module.css';
import { FactsDialog } from './facts-dialog.tsx';
import { TemplateCards } from './template-cards.tsx';
import { type DashboardActions, useDashboardActions } from './use-dashboard-actions.ts';

export function DashboardsPage() {
  const { api } = useEnvironment();
  const { can, whyNot } = useRole();
  const invalidate = useInvalidate();
  const navigate = useNavigateTo();
  const href = usePageHref();
  const actions = useDashboardActions();
  const [isMaking, setMaking] = useState(false);
  const own = useApiList('/v1/dashboards', { query: { is_template: false, limit: 100 } });
  const mayEdit = can('editor');
  const columns = useMemo(() => columnsOf(mayEdit ? actions : undefined), [mayEdit, actions]);
  return (
    <>
      <PageHeader
        title="Dashboards"
        description="Saved charts side by side, shared across environments"
        actions={
          <Button
            leftSection={<IconPlus size={16} />}
            disabled={!mayEdit}
            title={whyNot('editor')}
            onClick={() => setMaking(true)}
          >
            New dashboard
          </Button>
        }
      />
      <div className={flowStyles.stack16}>
        <Panel isFlush>
          <DataTable
            label="Dashboards"
            {...tableOf(own, "Couldn't load dashboards")}
            columns={columns}
            rowId={({ id }) => id}
            rowHref={({ id }) => href('/dashboards/$id', { id })}
            empty={{
              icon: <IconLayoutDashboard size={28} stroke={1.4} />,
              title: 'No dashboards yet',
              children: mayEdit
                ? 'Start from a template below or create an empty dashboard. You can save any chart from Explore.'
                : 'Ask an editor to create one. You can preview the templates below.',
            }}
          />
        </Panel>
        <TemplateCards actions={actions} />
      </div>
      {isMaking && (
        <FactsDialog
          title="New dashboard"
          action="Create dashboard"
          initial={{ name: '', description: null }}
          onClose={() => setMaking(false)}
          onSave={async (facts) => {
            const { data } = await api.post('/v1/dashboards', { body: { ...facts, layout: { columns: 12 } } });
            await invalidate('/v1/dashboards');
            navigate(href('/dashboards/$id', { id: data.id }));
          }}
        />
      )}
    </>
  );
}

function columnsOf(actions: DashboardActions | undefined): readonly DataColumn<DashboardSummary>[] {
  const columns: DataColumn<DashboardSummary>[] = [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(180px, 2fr)',
      onCard: 'title',
      sortValue: ({ name }) => name.toLowerCase(),
      cell: ({ name }) => <bdi className={textStyles.medium}>{name}</bdi>,
    },
    {
      id: 'description',
      header: 'Description',
      width: 'minmax(200px, 4fr)',
      cell: ({ description }) => <bdi className={styles.description}>{description}</bdi>,
    },
    {
      id: 'updated',
      header: 'Changed',
      width: '120px',
      sortValue: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
  if (actions === undefined) return columns;
  return [
    ...columns,
    {
      id: 'menu',
      header: '',
      width: '48px',
      align: 'end',
      cell: (dashboard) => <RowMenu dashboard={dashboard} actions={actions} />,
    },
  ];
}

interface RowMenuProps {
  readonly dashboard: DashboardSummary;
  readonly actions: DashboardActions;
}

function RowMenu({ dashboard, actions }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Actions for ${dashboard.name}`}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => actions.copy(dashboard.id, 'copy')}>
          Duplicate
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => actions.remove(dashboard.id)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
