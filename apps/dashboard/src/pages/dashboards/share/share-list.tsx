import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import styles from './share-dialog.module.css';

type Share = Wire['SharesAnswer']['data'][number];

export interface ShareListProps {
  readonly dashboardId: string;
  readonly onRevoked: (id: string) => void;
}

/** The links that there are, without what opens them. */
export function ShareList({ dashboardId, onRevoked }: ShareListProps) {
  const list = useApiList('/v1/dashboards/:id/shares', { params: { id: dashboardId }, query: { limit: 100 } });
  const revoke = useApiMutation('DELETE', '/v1/dashboards/:id/shares/:shareId', {
    invalidates: ['/v1/dashboards/:id/shares', '/v1/changes'],
  });
  const end = async ({ id }: Share) => {
    try {
      await revoke.mutateAsync({ params: { id: dashboardId, shareId: id } });
      onRevoked(id);
      toasts.success({ title: 'Link revoked', message: 'It no longer works.' });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.error({ title: "Couldn't revoke the link", message: error.message });
    }
  };
  if (list.error !== null) return <p className={styles.problem}>Couldn't load links: {list.error.message}</p>;
  if (list.rows.length === 0)
    return <p className={styles.none}>{list.isPending ? 'Loading links…' : 'No links yet'}</p>;
  return (
    <ul className={styles.list} aria-label="Share links">
      {list.rows.map((share) => (
        <ShareRow key={share.id} share={share} onRevoke={() => void end(share)} />
      ))}
    </ul>
  );
}

function ShareRow({ share, onRevoke }: { readonly share: Share; readonly onRevoke: () => void }) {
  const { project } = useEnvironment();
  const environment = project.environments.find(({ id }) => id === share.environment_id);
  const isExpired = Date.parse(share.expires_at) <= Date.now();
  const name = share.name ?? 'Unnamed link';
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <span className={styles.title}>
          <bdi>{name}</bdi>
          {isExpired && <StatusBadge tone="neutral">Expired</StatusBadge>}
        </span>
        <span className={styles.detail}>
          {environment?.slug} · by <bdi>{share.created_by}</bdi> · {isExpired ? 'expired' : 'expires'}{' '}
          <RelativeTime at={share.expires_at} /> ·{' '}
          {share.last_used_at === null ? (
            'never opened'
          ) : (
            <>
              opened <RelativeTime at={share.last_used_at} />
            </>
          )}
        </span>
      </div>
      <Button variant="subtle" color="red" size="compact-xs" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
