import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { formatCount } from '../../design/format/format-count.ts';
import { formatBytes } from '../../design/format/format-number.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge, type Tone } from '../../design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import styles from './operator.module.css';

type Backup = Wire['BackupListRow'];

interface State {
  readonly tone: Tone;
  readonly label: string;
}

const states: Readonly<Record<Backup['status'], State>> = {
  queued: { tone: 'neutral', label: 'Queued' },
  running: { tone: 'warn', label: 'Running' },
  done: { tone: 'good', label: 'Done' },
  failed: { tone: 'bad', label: 'Failed' },
};

const removed: State = { tone: 'neutral', label: 'Removed' };

const stateOf = ({ status, on_disk: isOnDisk }: Backup): State =>
  status === 'done' && !isOnDisk ? removed : states[status];

const columns: readonly DataColumn<Backup>[] = [
  {
    id: 'name',
    header: 'Backup',
    width: 'minmax(220px, 2fr)',
    onCard: 'title',
    cell: (backup) => <CopyField value={backup.name} label="Copy backup name" isInline />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '130px',
    cell: (backup) => (
      <Hint text={backup.error ?? stateOf(backup).label}>
        <StatusBadge tone={stateOf(backup).tone}>{stateOf(backup).label}</StatusBadge>
      </Hint>
    ),
  },
  { id: 'size', header: 'Size', width: 'minmax(140px, 1fr)', cell: (backup) => sizeWords(backup.counts) },
  { id: 'asked', header: 'Requested', width: '110px', cell: (backup) => <RelativeTime at={backup.created_at} /> },
  {
    id: 'done',
    header: 'Done',
    width: '110px',
    cell: (backup) => (backup.finished_at === null ? '–' : <RelativeTime at={backup.finished_at} />),
  },
];

/** Where several servers make them. */
const serverColumn: DataColumn<Backup> = {
  id: 'server',
  header: 'Server',
  width: 'minmax(140px, 1fr)',
  cell: ({ server }) => server ?? '–',
};

const columnsFor = (rows: readonly Backup[]): readonly DataColumn<Backup>[] =>
  new Set(rows.map(({ server }) => server)).size > 1 ? [...columns, serverColumn] : columns;

function sizeWords({ bytes, files }: Backup['counts']): string {
  if (bytes === undefined) return '–';
  return files === undefined ? formatBytes(bytes) : `${formatBytes(bytes)} in ${formatCount(files, 'file')}`;
}

const everyMs = 2_000;

export function BackupsTab() {
  const list = useApiList('/v1/backups', { query: { limit: 50 } }, { refetchInterval: everyMs });
  const isRunning = list.rows.some(({ status }) => status === 'queued' || status === 'running');
  const create = useApiMutation('POST', '/v1/backups', {
    invalidates: ['/v1/backups'],
    onSuccess: () => toasts.success({ title: 'Backup started', message: 'The server keeps running normally.' }),
  });
  return (
    <div className={styles.tab}>
      <Panel
        title="Backups"
        description="A copy of the whole installation with a checksum for every file. Copy it to another disk or machine to protect against disk failure."
        actions={
          <Button
            leftSection={<IconArchive size={16} aria-hidden />}
            loading={create.isPending}
            disabled={isRunning}
            onClick={() => create.mutate({})}
          >
            Back up now
          </Button>
        }
        isFlush
      >
        {create.error !== null && (
          <p role="alert" className={styles.problem}>
            {asSentence(create.error.message)} No backup was started.
          </p>
        )}
        <DataTable
          label="Backups"
          {...tableOf(list, "Couldn't load backups")}
          columns={columnsFor(list.rows)}
          rowId={(backup) => backup.id}
          empty={{
            icon: <IconArchive size={28} stroke={1.4} />,
            title: 'No backups yet',
            children: 'Create one here, or set LP_BACKUP_EVERY=24h for daily backups. From a script:',
            snippet: {
              language: 'bash',
              code: `curl -X POST ${window.location.origin}/v1/backups \\
  -H "Authorization: Bearer $OPERATOR_TOKEN"`,
            },
          }}
        />
      </Panel>
    </div>
  );
}
