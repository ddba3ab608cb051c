import { useApi } from '../../../api/use-api.ts';
import { useApproval } from '../../../api/use-approval.ts';
import { formatCount } from '../../../design/format/format-count.ts';
import { AppLink } from '../../../design/primitives/app-link.tsx';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import styles from './targeting-editor.module.css';

export interface ApprovalNoticeProps {
  readonly flagId: string;
  readonly environment: { readonly slug: string };
}

/** Says that changes wait for a second person, and which ones do. */
export function ApprovalNotice({ flagId, environment }: ApprovalNoticeProps) {
  const { isRequired } = useApproval();
  const href = usePageHref();
  const pending = useApi('/v1/change-requests', { query: { status: 'pending', entity_id: flagId, limit: 100 } });
  const waiting = pending.data?.length ?? 0;
  if (!isRequired && waiting === 0) return null;
  return (
    <div className={styles.notice}>
      <p className={styles.noticeWords}>
        {isRequired && `Changes in ${environment.slug} need approval. Kill and restore take effect immediately. `}
        {waiting > 0 && (
          <AppLink href={href('/settings', { tab: 'requests' })}>
            {formatCount(waiting, 'change request')} for this flag
          </AppLink>
        )}
      </p>
    </div>
  );
}
