import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import styles from '../settings.module.css';
import { roleWords } from './role-words.ts';

type InvitationRow = Wire['InvitationRow'];

const columnsWith = (onWithdraw: (row: InvitationRow) => void): readonly DataColumn<InvitationRow>[] => [
  {
    id: 'email',
    header: 'Invited',
    width: 'minmax(180px, 3fr)',
    onCard: 'title',
    cell: (row) => (
      <span className={flowStyles.lines}>
        <bdi className={textStyles.cutName}>{row.email}</bdi>
        <span className={textStyles.cutMuted12}>
          by <bdi>{row.invited_by}</bdi>
        </span>
      </span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    width: '80px',
    cell: ({ role: given }) => roleWords.find(({ role }) => role === given)?.label ?? given,
  },
  { id: 'expires', header: 'Expires', width: '90px', cell: (row) => <RelativeTime at={row.expires_at} /> },
  {
    id: 'action',
    header: '',
    width: '100px',
    align: 'end',
    cell: (row) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={`Withdraw the invitation for ${row.email}`}
        onClick={() => onWithdraw(row)}
      >
        Withdraw
      </Button>
    ),
  },
];

/** Invitations that nobody has accepted yet. Admins only. */
export function InvitationsPanel() {
  const list = useApiList('/v1/invitations', { query: { limit: 100 } });
  const withdraw = useApiMutation('DELETE', '/v1/invitations/:id', { invalidates: ['/v1/invitations', '/v1/changes'] });
  const [asked, setAsked] = useState<InvitationRow>();
  return (
    <Panel title="Pending invitations" isFlush>
      <DataTable
        label="Pending invitations"
        rows={list.rows}
        columns={columnsWith(setAsked)}
        rowId={(row) => row.id}
        isLoading={list.isPending}
        error={failureOf(list, "Couldn't load invitations")}
        empty={{
          icon: <IconMailOpened size={28} stroke={1.4} />,
          title: 'No pending invitations',
          children: 'Unused invitation links appear here. Each works once and expires after 7 days.',
        }}
      />
      <ConfirmWithReason
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Withdraw this invitation?"
        action="Withdraw invitation"
        reason="none"
        onConfirm={async () => {
          if (asked === undefined) return;
          await withdraw.mutateAsync({ params: { id: asked.id } });
          toasts.success({ title: 'Invitation withdrawn', message: 'The link no longer works.' });
        }}
      >
        {asked !== undefined && (
          <p className={styles.words}>
            The link sent to <bdi>{asked.email}</bdi> stops working. You can invite them again.
          </p>
        )}
      </ConfirmWithReason>
    </Panel>
  );
}
