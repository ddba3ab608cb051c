import type { Wire } from '@lamppost/protocol';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { JsonTree } from '../../../design/code/json-tree.tsx';
import { previewObject } from '../../../design/format/preview-object.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { FoldList } from '../../../design/layout/fold-list.tsx';
import { ListEnd } from '../../../design/layout/list-end.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import styles from '../data.module.css';

export interface EventSamplesProps {
  readonly name: string;
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

const personOf = (event: Wire['EventRow']): string | null => event.user_id ?? event.anonymous_id ?? event.device_id;

/** The events themselves, newest first. */
export function EventSamples({ name, openId, onOpenChange }: EventSamplesProps) {
  const list = useApiList('/v1/events', { query: { event: name, limit: 50 } });
  return (
    <Panel
      isFlush
      isLoading={list.isPending}
      loadingHeight={480}
      error={failureOf(list, "Couldn't load events")}
      empty={list.rows.length === 0 ? { title: 'No events with this name in this environment' } : undefined}
    >
      <FoldList
        label="Latest events"
        rows={list.rows}
        rowId={({ id }) => id}
        renderRow={(event) => (
          <span className={styles.sampleLine}>
            <span className={styles.muted}>
              <RelativeTime at={event.timestamp} />
            </span>
            <bdi className={`${styles.mono} ${styles.cut}`}>{personOf(event) ?? 'no id'}</bdi>
            <bdi className={`${styles.muted} ${styles.cut}`}>{previewObject(event.properties, 6)}</bdi>
          </span>
        )}
        renderDetail={(event) => <SampleDetail event={event} />}
        openId={openId}
        onOpenChange={onOpenChange}
      />
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        problem={list.isFetchNextPageError ? list.error?.message : undefined}
      />
    </Panel>
  );
}

function SampleDetail({ event }: { readonly event: Wire['EventRow'] }) {
  const person = personOf(event);
  return (
    <div className={flowStyles.stack12}>
      {person !== null && (
        <div className={styles.links}>
          <PageLink page="/people/$id" params={{ id: person }}>
            View person
          </PageLink>
        </div>
      )}
      <JsonTree value={event} label="The event" />
    </div>
  );
}
