import type { Wire } from '@lamppost/protocol';
import { failureOf } from '../../api/failure-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { previewObject } from '../../design/format/preview-object.ts';
import { JsonTree } from '../../design/json-tree/json-tree.tsx';
import { FoldList } from '../../design/layout/fold-list.tsx';
import { ListEnd } from '../../design/layout/list-end.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/values/relative-time.tsx';
import styles from './people.module.css';

export interface DeviceEventsProps {
  readonly deviceId: string;
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

/** Events that name the device, newest first, whichever user was signed in. */
export function DeviceEvents({ deviceId, openId, onOpenChange }: DeviceEventsProps) {
  const list = useApiList('/v1/events', { query: { device_id: deviceId, limit: 50 } });
  return (
    <Panel
      title="Events"
      description="Newest first, whoever was signed in."
      isFlush
      isLoading={list.isPending}
      loadingHeight={360}
      error={failureOf(list, 'The events could not be loaded.')}
      empty={
        list.rows.length === 0
          ? { title: 'No event names this device.', children: 'It has registered, and sent nothing since.' }
          : undefined
      }
    >
      <FoldList
        label="Events of the device"
        rows={list.rows}
        rowId={({ id }) => id}
        renderRow={(event) => <EventLine event={event} />}
        renderDetail={(event) => <JsonTree value={event} label="The event" />}
        openId={openId}
        onOpenChange={onOpenChange}
      />
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        problem={list.isFetchNextPageError ? list.error?.message : undefined}
        endWords="That is everything that is stored."
      />
    </Panel>
  );
}

function EventLine({ event }: { readonly event: Wire['EventRow'] }) {
  return (
    <span className={styles.entry}>
      <span className={styles.time}>
        <RelativeTime at={event.timestamp} />
      </span>
      <bdi className={styles.event}>{event.event}</bdi>
      <bdi className={styles.preview}>{previewObject(event.properties)}</bdi>
    </span>
  );
}
