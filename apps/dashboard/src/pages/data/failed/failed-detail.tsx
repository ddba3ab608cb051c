import { Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRole } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { JsonTree } from '../../../design/code/json-tree.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import styles from '../data.module.css';
import { reasonWords } from '../reason-words.ts';
import { canReplay, type FailedEvent, kindWords, senderOf } from './kind-words.ts';

/** Why it failed, what was sent, and what can be done about it. */
export function FailedDetail({ row }: { readonly row: FailedEvent }) {
  const { whyNot } = useRole();
  const replay = useApiMutation('POST', '/v1/events/failed/:id/replay', {
    invalidates: ['/v1/events', '/v1/usage'],
    onSuccess: () => toasts.success({ title: 'Event replayed', message: 'It will be stored within seconds.' }),
  });
  const sender = senderOf(row.raw);
  const notAllowed = whyNot('editor');
  return (
    <div className={flowStyles.stack12}>
      <p className={styles.detailWords}>
        <bdi>{row.reason}</bdi>
      </p>
      <p className={`${styles.muted} ${styles.detailWords}`}>
        {reasonWords(row.reason) ?? ''} {kindWords[row.kind].sentence}
      </p>
      <div className={styles.links}>
        {canReplay(row) && (
          <Tooltip label={notAllowed} disabled={notAllowed === undefined}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              loading={replay.isPending}
              {...(notAllowed === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => {
                if (notAllowed === undefined) replay.mutate({ params: { id: row.id } });
              }}
            >
              Replay
            </Button>
          </Tooltip>
        )}
        {row.replayed_at !== null && (
          <span className={styles.good}>
            Replayed <RelativeTime at={row.replayed_at} />
          </span>
        )}
        {row.event !== '' && (
          <PageLink
            page="/data/events/$name"
            params={{ name: row.event }}
            search={row.kind === 'quarantined' ? { tab: 'schema' } : {}}
          >
            {row.kind === 'quarantined' ? 'View schema' : 'View event'}
          </PageLink>
        )}
        {sender !== undefined && (
          <PageLink page="/people/$id" params={{ id: sender }}>
            View person
          </PageLink>
        )}
      </div>
      {replay.error !== null && (
        <p role="alert" className={`${styles.bad} ${styles.detailWords}`}>
          {replay.error.reason === 'ALREADY_REPLAYED'
            ? 'This event was already replayed.'
            : `Couldn't replay: ${replay.error.message}`}
        </p>
      )}
      <JsonTree value={row.raw} label="Original event" />
    </div>
  );
}
