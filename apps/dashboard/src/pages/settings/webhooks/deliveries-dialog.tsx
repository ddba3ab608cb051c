import { Button, Modal } from '@mantine/core';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import {
  type DeliveryRow,
  type EventType,
  eventWords,
  responseOf,
  stateWords,
  type WebhookRow,
} from './webhook-words.ts';
import styles from './webhooks.module.css';

export interface DeliveriesDialogProps {
  readonly webhook: WebhookRow | undefined;
  readonly onClose: () => void;
}

/** What was sent, and what came back. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  return (
    <Modal opened={webhook !== undefined} onClose={onClose} title="Delivery log" size="xl">
      {webhook !== undefined && <Deliveries webhook={webhook} />}
    </Modal>
  );
}

function Deliveries({ webhook }: { readonly webhook: WebhookRow }) {
  const list = useApiList('/v1/webhooks/:id/deliveries', { params: { id: webhook.id }, query: { limit: 20 } });
  const resend = useApiMutation('POST', '/v1/webhooks/:id/deliveries/:deliveryId/resend', {
    invalidates: ['/v1/webhooks'],
    onSuccess: () => toasts.success({ title: 'Queued again' }),
  });
  const send = (delivery: DeliveryRow) =>
    resend
      .mutateAsync({ params: { id: webhook.id, deliveryId: delivery.id } })
      .catch((error: Error) => toasts.error({ title: "Couldn't resend", message: error.message }));
  return (
    <DataTable
      label="Deliveries"
      {...tableOf(list, "Couldn't load deliveries")}
      rows={list.rows}
      columns={columnsOf(send)}
      rowId={(delivery) => delivery.id}
      isLoading={list.isPending || list.isFetchingNextPage}
      empty={{ title: 'No deliveries yet', children: 'Send a test message to see it here.' }}
    />
  );
}

const columnsOf = (onResend: (delivery: DeliveryRow) => void): readonly DataColumn<DeliveryRow>[] => [
  {
    id: 'event',
    header: 'Event',
    width: '170px',
    onCard: 'title',
    cell: ({ event_type: type }) => eventWords[type as EventType] ?? type,
  },
  {
    id: 'state',
    header: 'Status',
    width: '100px',
    cell: ({ state }) => <StatusBadge tone={stateWords[state].tone}>{stateWords[state].label}</StatusBadge>,
  },
  {
    id: 'response',
    header: 'Response',
    width: 'minmax(160px, 1fr)',
    cell: (delivery) => (
      <details className={styles.details}>
        <summary>
          <bdi>{responseOf(delivery)}</bdi>
          {delivery.duration_ms !== null && <span className={textStyles.muted}> {delivery.duration_ms} ms</span>}
        </summary>
        {delivery.response_body !== null && delivery.response_body !== '' && <pre>{delivery.response_body}</pre>}
        <pre>{JSON.stringify(delivery.payload, null, 2)}</pre>
      </details>
    ),
  },
  { id: 'attempts', header: 'Attempts', width: '80px', align: 'end', cell: ({ attempts }) => attempts },
  { id: 'created', header: 'Created', width: '110px', cell: (row) => <RelativeTime at={row.created_at} /> },
  {
    id: 'action',
    header: '',
    width: '90px',
    align: 'end',
    cell: (delivery) =>
      delivery.state !== 'pending' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Resend ${delivery.event_type}`}
          onClick={() => onResend(delivery)}
        >
          Resend
        </Button>
      ),
  },
];
