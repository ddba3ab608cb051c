import { Button, Modal } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { DataTable } from '../../../design/tables/data-table.tsx';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import styles from '../settings.module.css';
import { readSettingsSearch } from '../settings-search.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { type WebhookAction, webhookColumns } from './webhook-columns.tsx';
import { SecretOnce, WebhookDialog } from './webhook-dialog.tsx';
import { responseOf, type WebhookRow } from './webhook-words.ts';

const icon = <IconWebhook size={28} stroke={1.4} />;

/** Where events of the project are sent. */
export function WebhooksTab() {
  const { can } = useRole();
  if (can('editor')) return <Webhooks />;
  return (
    <EmptyState icon={icon} title="Only editors can see webhooks">
      Ask a project admin for the editor role.
    </EmptyState>
  );
}

function Webhooks() {
  const [search, change] = usePageSearch(readSettingsSearch);
  const list = useApiList('/v1/webhooks', { query: { limit: 100 } });
  const [chosen, setChosen] = useState<{ readonly action: WebhookAction; readonly webhook: WebhookRow }>();
  const [secret, setSecret] = useState<string>();
  const invalidates = ['/v1/webhooks', '/v1/changes'];
  const remove = useApiMutation('DELETE', '/v1/webhooks/:id', { invalidates });
  const rotate = useApiMutation('POST', '/v1/webhooks/:id/rotate-secret', {
    invalidates,
    onSuccess: ({ data }) => setSecret(data.secret ?? undefined),
  });
  const test = useApiMutation('POST', '/v1/webhooks/:id/test', {
    invalidates: ['/v1/webhooks'],
    onSuccess: ({ data }) =>
      data.state === 'delivered'
        ? toasts.success({ title: 'Test delivered', message: responseOf(data) })
        : toasts.error({ title: 'Test failed', message: responseOf(data) }),
  });
  const close = () => setChosen(undefined);
  const of = (action: WebhookAction) => (chosen?.action === action ? chosen.webhook : undefined);
  const choose = (action: WebhookAction, webhook: WebhookRow) => {
    if (action !== 'test') return setChosen({ action, webhook });
    test.mutate({ params: { id: webhook.id } });
  };
  return (
    <div className={styles.tab}>
      <div className={flowStyles.between16}>
        <p className={styles.words}>Send flag changes, crashes and other events to a URL, a chat or by email.</p>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
          New webhook
        </Button>
      </div>
      <Panel title="Webhooks" isFlush>
        <DataTable
          label="Webhooks"
          {...tableOf(list, "Couldn't load webhooks")}
          rows={list.rows}
          columns={webhookColumns(choose)}
          rowId={(webhook) => webhook.id}
          isLoading={list.isPending || list.isFetchingNextPage}
          empty={{ icon, title: 'No webhooks yet', children: 'Create one to be notified of changes and crashes.' }}
        />
      </Panel>
      <WebhookDialog webhook={undefined} isOpen={search.new === true} onClose={() => change({ new: undefined })} />
      <WebhookDialog webhook={of('edit')} isOpen={of('edit') !== undefined} onClose={close} />
      <DeliveriesDialog webhook={of('log')} onClose={close} />
      <ConfirmWithReason
        isOpen={of('rotate') !== undefined}
        onClose={close}
        title="Rotate the signing secret?"
        action="Rotate secret"
        reason="none"
        onConfirm={async () => void (await rotate.mutateAsync({ params: { id: of('rotate')?.id ?? '' } }))}
      >
        <p className={styles.words}>For 24 hours messages are signed with both secrets.</p>
      </ConfirmWithReason>
      <ConfirmWithReason
        isOpen={of('delete') !== undefined}
        onClose={close}
        title="Delete this webhook?"
        action="Delete webhook"
        reason="none"
        onConfirm={async () => void (await remove.mutateAsync({ params: { id: of('delete')?.id ?? '' } }))}
      >
        <p className={styles.words}>Queued messages aren't delivered. The delivery log is deleted.</p>
      </ConfirmWithReason>
      <Modal opened={secret !== undefined} onClose={() => setSecret(undefined)} title="Signing secret">
        {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
      </Modal>
    </div>
  );
}
