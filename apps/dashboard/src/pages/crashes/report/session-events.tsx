import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { previewObject } from '../../../design/format/preview-object.ts';
import { JsonTree } from '../../../design/json-tree/json-tree.tsx';
import { FoldList } from '../../../design/layout/fold-list.tsx';
import { ListEnd } from '../../../design/layout/list-end.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/values/relative-time.tsx';
import styles from './report.module.css';

/** What the app sent in the session that crashed; looked for when somebody wants to see it. */
export function SessionEvents({ sessionId }: { readonly sessionId: string }) {
  const [isAsked, setAsked] = useState(false);
  const [openId, setOpenId] = useState<string | undefined>();
  const list = useApiList('/v1/events', { query: { session_id: sessionId, limit: 50 } }, { enabled: isAsked });
  return (
    <Panel
      title="Events of this session"
      description="What the app sent before and after, newest first."
      isFlush={isAsked}
      isLoading={isAsked && list.isPending}
      error={isAsked ? failureOf(list, 'The events could not be loaded.') : undefined}
      empty={isAsked && list.rows.length === 0 ? { title: 'No stored event names this session.' } : undefined}
    >
      {!isAsked && (
        <Button variant="default" size="xs" onClick={() => setAsked(true)}>
          Show events
        </Button>
      )}
      {isAsked && (
        <>
          <FoldList
            label="Events of the session"
            rows={list.rows}
            rowId={({ id }) => id}
            renderRow={(event) => <EventLine event={event} />}
            renderDetail={(event) => <JsonTree value={event} label="The event" />}
            openId={openId}
            onOpenChange={setOpenId}
          />
          <ListEnd
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
            problem={list.isFetchNextPageError ? list.error?.message : undefined}
            endWords="That is everything that is stored."
          />
        </>
      )}
    </Panel>
  );
}

function EventLine({ event }: { readonly event: Wire['EventRow'] }) {
  return (
    <span className={styles.event}>
      <span className={styles.eventTime}>
        <RelativeTime at={event.timestamp} />
      </span>
      <bdi className={styles.eventName}>{event.event}</bdi>
      <bdi className={styles.eventPreview}>{previewObject(event.properties)}</bdi>
    </span>
  );
}
