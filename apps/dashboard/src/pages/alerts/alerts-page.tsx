import { Button } from '@mantine/core';
import { IconBell, IconPlus } from '@tabler/icons-react';
import { useRole } from '../../api/environment.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { Sparkline } from '../../design/primitives/sparkline.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { AlertMuteMenu } from './alert-mute-menu.tsx';
import { type AlertRow, conditionWords, formatValue, stateOf } from './alert-words.ts';
import styles from './alerts.module.css';

const REFETCH_MS = 15_000;

const columns: readonly DataColumn<AlertRow>[] = [
  {
    id: 'name',
    header: 'Alert',
    width: 'minmax(180px, 2fr)',
    onCard: 'title',
    sortValue: ({ name }) => name,
    cell: ({ name, measures }) => (
      <span className={flowStyles.lines}>
        <bdi className={styles.name}>{name}</bdi>
        <bdi className={styles.measures}>{measures}</bdi>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: '180px',
    sortValue: ({ state }) => state,
    cell: (alert) => {
      const { tone, label } = stateOf(alert);
      return (
        <span className={flowStyles.row6}>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {alert.muted && <StatusBadge tone="neutral">Muted</StatusBadge>}
        </span>
      );
    },
  },
  {
    id: 'since',
    header: 'Since',
    width: '110px',
    sortValue: ({ state_since: since }) => since,
    cell: ({ state_since: since }) => <RelativeTime at={since} />,
  },
  {
    id: 'value',
    header: 'Value',
    width: '100px',
    align: 'end',
    cell: ({ judged, unit }) => (judged?.value == null ? '–' : formatValue(unit)(judged.value)),
  },
  {
    id: 'recent',
    header: 'Recent',
    width: '140px',
    cell: ({ recent, name }) =>
      recent.length < 2 ? '–' : <Sparkline values={recent} label={`Latest ${recent.length} values of ${name}`} />,
  },
  {
    id: 'condition',
    header: 'Condition',
    width: 'minmax(160px, 2fr)',
    cell: (alert) => <bdi className={textStyles.cell}>{conditionWords(alert)}</bdi>,
  },
  {
    id: 'mute',
    header: 'Mute',
    width: '60px',
    cell: (alert) => <AlertMuteMenu alert={alert} isCompact />,
  },
];

export function AlertsPage() {
  const { can } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const list = useApiList('/v1/alerts', { query: { limit: 50 } }, { refetchInterval: REFETCH_MS });
  const canEdit = can('editor');
  const create = () => navigate(href('/alerts/new'));
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Get a message when a number is too high, too low or unusual"
        actions={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
              New alert
            </Button>
          ) : undefined
        }
      />
      <Panel isFlush>
        <DataTable
          label="Alerts"
          {...tableOf(list, "Couldn't load alerts")}
          columns={canEdit ? columns : columns.filter(({ id }) => id !== 'mute')}
          rowId={({ id }) => id}
          rowHref={({ id }) => href('/alerts/$id', { id })}
          empty={{
            icon: <IconBell size={28} stroke={1.4} />,
            title: 'No alerts yet',
            children: 'Watch a trend, a funnel, the crash-free rate or a metric, and be told when it changes.',
            action: canEdit ? (
              <Button size="xs" onClick={create}>
                Create alert
              </Button>
            ) : undefined,
          }}
        />
      </Panel>
    </>
  );
}
