import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { DataTable } from '../../../design/tables/data-table.tsx';
import { DigestDialog } from '../../../digests/digest-dialog.tsx';
import type { DigestRow } from '../../../digests/digest-words.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import styles from '../settings.module.css';
import { type DigestAction, digestColumns } from './digest-columns.tsx';

const icon = <IconMailForward size={28} stroke={1.4} />;
/** While a digest is being made or sent, its state is asked for again. */
const REFETCH_MS = 2_000;

/** Summaries of dashboards that are sent on a schedule. */
export function DigestsTab() {
  const { can } = useRole();
  if (can('editor')) return <Digests />;
  return (
    <EmptyState icon={icon} title="Only editors can see digests">
      Ask a project admin for the editor role.
    </EmptyState>
  );
}

const isMoving = ({ runs: [last] }: DigestRow): boolean =>
  last?.state === 'pending' || (last?.deliveries.some(({ state }) => state === 'pending') ?? false);

const failed =
  (title: string) =>
  ({ message }: Error): void =>
    toasts.error({ title, message });

function Digests() {
  const [isWatched, setWatched] = useState(false);
  const list = useApiList(
    '/v1/digests',
    { query: { limit: 100 } },
    { refetchInterval: isWatched ? REFETCH_MS : false },
  );
  const dashboards = useApiList('/v1/dashboards', { query: { limit: 100 } });
  const [chosen, setChosen] = useState<{ readonly action: DigestAction; readonly digest: DigestRow }>();
  const invalidates = ['/v1/digests', '/v1/changes'];
  const moving = list.rows.some(isMoving);
  if (moving !== isWatched) setWatched(moving);
  const remove = useApiMutation('DELETE', '/v1/digests/:id', { invalidates });
  const update = useApiMutation('PATCH', '/v1/digests/:id', { invalidates });
  const send = useApiMutation('POST', '/v1/digests/:id/send', {
    invalidates: ['/v1/digests'],
    onSuccess: () =>
      toasts.success({ title: 'Sending', message: 'Preparing the digest for the last complete period.' }),
  });
  const close = () => setChosen(undefined);
  const of = (action: DigestAction) => (chosen?.action === action ? chosen.digest : undefined);
  const choose = (action: DigestAction, digest: DigestRow) => {
    const params = { id: digest.id };
    if (action === 'send') return send.mutate({ params }, { onError: failed("Couldn't send the digest") });
    if (action === 'pause' || action === 'resume') {
      const body = { enabled: action === 'resume' };
      return update.mutate({ params, body }, { onError: failed("Couldn't change the digest") });
    }
    setChosen({ action, digest });
  };
  const edited = of('edit');
  return (
    <div className={styles.tab}>
      <p className={styles.words}>
        A daily or weekly summary of a dashboard, by email or to a chat. To add one, open a{' '}
        <PageLink page="/dashboards">dashboard</PageLink> and choose Share and display › Send as digest.
      </p>
      <Panel title="Digests" isFlush>
        <DataTable
          label="Digests"
          {...tableOf(list, "Couldn't load digests")}
          rows={list.rows}
          columns={digestColumns(choose)}
          rowId={(digest) => digest.id}
          isLoading={list.isPending || list.isFetchingNextPage}
          empty={{
            icon,
            title: 'No digests yet',
            children: 'Open a dashboard and choose Share and display › Send as digest.',
          }}
        />
      </Panel>
      {edited !== undefined && (
        <DigestDialog
          digest={edited}
          dashboard={{ id: edited.dashboard_id, name: edited.dashboard_name ?? edited.name }}
          dashboards={dashboards.rows}
          onClose={close}
        />
      )}
      <ConfirmWithReason
        isOpen={of('delete') !== undefined}
        onClose={close}
        title="Delete this digest?"
        action="Delete digest"
        reason="none"
        onConfirm={async () => void (await remove.mutateAsync({ params: { id: of('delete')?.id ?? '' } }))}
      >
        <p className={styles.words}>It will no longer be sent. Chart images in earlier chat messages stop loading.</p>
      </ConfirmWithReason>
    </div>
  );
}
