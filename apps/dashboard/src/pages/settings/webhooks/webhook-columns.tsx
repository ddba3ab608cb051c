import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import type { DataColumn } from '../../../design/tables/data-table.tsx';
import { kindWords, statusWords, targetOf, type WebhookRow } from './webhook-words.ts';

export type WebhookAction = 'test' | 'log' | 'edit' | 'rotate' | 'delete';

const actions: readonly (readonly [WebhookAction, string])[] = [
  ['test', 'Send test'],
  ['log', 'Delivery log'],
  ['edit', 'Edit'],
  ['rotate', 'Rotate secret'],
  ['delete', 'Delete'],
];

export function webhookColumns(
  onChoose: (action: WebhookAction, webhook: WebhookRow) => void,
): readonly DataColumn<WebhookRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 'minmax(160px, 2fr)',
      onCard: 'title',
      cell: (webhook) => (
        <>
          <bdi className={textStyles.cutName}>{webhook.name}</bdi>
          <div className={textStyles.muted}>
            {kindWords[webhook.kind]} <bdi className={textStyles.cutName}>{targetOf(webhook)}</bdi>
          </div>
        </>
      ),
    },
    { id: 'status', header: 'Status', width: '110px', cell: (webhook) => <Status webhook={webhook} /> },
    { id: 'pending', header: 'Pending', width: '80px', align: 'end', cell: ({ pending }) => pending },
    {
      id: 'delivered',
      header: 'Last delivered',
      width: '130px',
      cell: ({ last_delivered_at: at }) =>
        at === null ? <span className={textStyles.muted}>never</span> : <RelativeTime at={at} />,
    },
    {
      id: 'action',
      header: '',
      width: '60px',
      align: 'end',
      cell: (webhook) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${webhook.name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions
              .filter(([action]) => action !== 'rotate' || webhook.kind === 'webhook')
              .map(([action, label]) => (
                <Menu.Item key={action} onClick={() => onChoose(action, webhook)}>
                  {label}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ];
}

function Status({ webhook }: { readonly webhook: WebhookRow }) {
  const { label, tone } = statusWords[webhook.status];
  const isFailing = webhook.status === 'active' && webhook.failing_since !== null;
  const badge = <StatusBadge tone={isFailing ? 'warn' : tone}>{isFailing ? 'Failing' : label}</StatusBadge>;
  return webhook.last_error === null ? badge : <Hint text={webhook.last_error}>{badge}</Hint>;
}
