import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { DataColumn } from '../../../design/tables/data-table.tsx';
import { type DigestRow, pauseWords, runWords, scheduleWords } from '../../../digests/digest-words.ts';

export type DigestAction = 'send' | 'edit' | 'pause' | 'resume' | 'delete';

const actionsOf = ({ status }: DigestRow): readonly (readonly [DigestAction, string])[] => [
  ['send', 'Send now'],
  ['edit', 'Edit'],
  status === 'active' ? ['pause', 'Pause'] : ['resume', 'Resume'],
  ['delete', 'Delete'],
];

export function digestColumns(
  onChoose: (action: DigestAction, digest: DigestRow) => void,
): readonly DataColumn<DigestRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(150px, 2fr)',
      onCard: 'title',
      cell: (digest) => (
        <>
          <bdi className={textStyles.cutName}>{digest.name}</bdi>
          <div className={textStyles.muted}>
            <bdi className={textStyles.cutName}>{digest.dashboard_name ?? 'deleted dashboard'}</bdi>
          </div>
        </>
      ),
    },
    {
      id: 'schedule',
      header: 'Schedule',
      width: 'minmax(150px, 1fr)',
      cell: (digest) => <Hint text={`In ${digest.timezone}`}>{scheduleWords(digest)}</Hint>,
    },
    {
      id: 'targets',
      header: 'To',
      width: 'minmax(120px, 1fr)',
      cell: ({ targets }) => (
        <bdi className={textStyles.cutName}>{targets.map(({ name }) => name).join(', ') || '–'}</bdi>
      ),
    },
    { id: 'status', header: 'Status', width: '100px', cell: (digest) => <Status digest={digest} /> },
    { id: 'last', header: 'Last run', width: '170px', cell: (digest) => <LastRun digest={digest} /> },
    {
      id: 'next',
      header: 'Next run',
      width: '120px',
      cell: ({ next_run_at: at }) =>
        at === null ? <span className={textStyles.muted}>–</span> : <RelativeTime at={at} />,
    },
    {
      id: 'action',
      header: '',
      width: '60px',
      align: 'end',
      cell: (digest) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${digest.name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actionsOf(digest).map(([action, label]) => (
              <Menu.Item key={action} onClick={() => onChoose(action, digest)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
}

function Status({ digest }: { readonly digest: DigestRow }) {
  const { paused_reason: reason } = digest;
  if (reason === null) return <StatusBadge tone="good">Active</StatusBadge>;
  return (
    <Hint text={pauseWords[reason]}>
      <StatusBadge tone={reason === 'user' ? 'neutral' : 'bad'}>Paused</StatusBadge>
    </Hint>
  );
}

function LastRun({ digest: { runs } }: { readonly digest: DigestRow }) {
  const [last] = runs;
  if (last === undefined) return <span className={textStyles.muted}>never</span>;
  const { label, tone, detail } = runWords(last);
  const badge = <StatusBadge tone={tone}>{label}</StatusBadge>;
  return (
    <>
      {detail === undefined ? badge : <Hint text={detail}>{badge}</Hint>} <RelativeTime at={last.created_at} />
    </>
  );
}
