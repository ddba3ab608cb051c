import type { Wire } from '@lamppost/protocol';
import type { useApiList } from '../../api/use-api.ts';
import { JsonTree } from '../../design/code/json-tree.tsx';
import { previewObject } from '../../design/format/preview-object.ts';
import { FoldList } from '../../design/layout/fold-list.tsx';
import { ListEnd } from '../../design/layout/list-end.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import styles from './event-list.module.css';

export interface EventListProps {
  readonly label: string;
  readonly list: ReturnType<typeof useApiList<'/v1/events'>>;
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

/** Stored events a page at a time; each unfolds to all of it. */
export function EventList({ label, list, openId, onOpenChange }: EventListProps) {
  return (
    <>
      <FoldList
        label={label}
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
        endWords="No more events"
      />
    </>
  );
}

function EventLine({ event }: { readonly event: Wire['EventRow'] }) {
  return (
    <span className={styles.line}>
      <span className={styles.time}>
        <RelativeTime at={event.timestamp} />
      </span>
      <bdi className={textStyles.name}>{event.event}</bdi>
      <bdi className={styles.preview}>{previewObject(event.properties)}</bdi>
    </span>
  );
}
