import type { Wire } from '@lamppost/protocol';
import { IconBug } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { JsonTree } from '../../design/code/json-tree.tsx';
import { formatCount } from '../../design/format/format-count.ts';
import { formatDuration } from '../../design/format/format-duration.ts';
import { dateFormatter } from '../../design/format/format-time.ts';
import { previewObject } from '../../design/format/preview-object.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { FoldList } from '../../design/layout/fold-list.tsx';
import { ListEnd } from '../../design/layout/list-end.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { groupTimeline, type TimelineEntry, type TimelineGroup } from './group-timeline.ts';
import styles from './people.module.css';

export interface TimelinePanelProps {
  readonly person: Pick<Wire['PersonAnswer']['data'], 'id' | 'kind'>;
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

/** Everything a person did, newest first, session by session. */
export function TimelinePanel({ person: { id, kind }, openId, onOpenChange }: TimelinePanelProps) {
  const list = useApiList('/v1/people/:id/timeline', { params: { id }, query: { kind, limit: 100 } });
  const timeZone = useTimeZone();
  const dayOf = useCallback(
    (atMs: number) =>
      dateFormatter(timeZone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(atMs),
    [timeZone],
  );
  const entries = list.data?.pages;
  const groups = useMemo(() => groupTimeline(entries?.flatMap(({ data }) => data) ?? [], dayOf), [entries, dayOf]);
  return (
    <Panel
      isFlush
      isLoading={list.isPending}
      loadingHeight={480}
      error={failureOf(list, "Couldn't load the timeline")}
      empty={
        groups.length === 0
          ? { title: 'No activity', children: "This user was identified but hasn't sent events." }
          : undefined
      }
    >
      {groups.map((group) => (
        <section key={group.id} className={styles.session} aria-label={`Session of ${dayOf(group.toMs)}`}>
          <GroupHead group={group} day={dayOf(group.toMs)} timeZone={timeZone} />
          <FoldList
            label={`Activity on ${dayOf(group.toMs)}`}
            rows={group.entries}
            rowId={({ id }) => id}
            renderRow={(entry) => <EntryLine entry={entry} timeZone={timeZone} />}
            renderDetail={(entry) => <EntryDetail entry={entry} />}
            openId={openId}
            onOpenChange={onOpenChange}
          />
        </section>
      ))}
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        problem={list.isFetchNextPageError ? list.error?.message : undefined}
        endWords="No more activity"
      />
    </Panel>
  );
}

interface GroupHeadProps {
  readonly group: TimelineGroup;
  readonly day: string;
  readonly timeZone: string;
}

const clock = (atMs: number, timeZone: string): string =>
  dateFormatter(timeZone, { hour: '2-digit', minute: '2-digit' }).format(atMs);

function GroupHead({ group, day, timeZone }: GroupHeadProps) {
  const { fromMs, toMs, entries, crashes, sessionId } = group;
  return (
    <header className={styles.sessionHead}>
      <h3 className={styles.sessionTitle}>
        {day}, {clock(fromMs, timeZone)}
      </h3>
      <span>{sessionId === null ? 'no session' : `${formatDuration(toMs - fromMs)} session`}</span>
      <span>
        {formatCount(entries.length, 'entry', 'entries')}
        {crashes > 0 && `, ${formatCount(crashes, 'crash', 'crashes')}`}
      </span>
    </header>
  );
}

const exactClock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function EntryLine({ entry, timeZone }: { readonly entry: TimelineEntry; readonly timeZone: string }) {
  const time = dateFormatter(timeZone, exactClock).format(Date.parse(entry.timestamp));
  if (entry.kind === 'crash') {
    return (
      <span className={styles.entry}>
        <span className={styles.time}>{time}</span>
        <span className={styles.crash}>
          <IconBug size={14} aria-hidden />
          <bdi>Crash: {entry.exception_type ?? 'unknown exception'}</bdi>
        </span>
        <bdi className={styles.preview}>{entry.exception_message?.slice(0, 200)}</bdi>
      </span>
    );
  }
  return (
    <span className={styles.entry}>
      <span className={styles.time}>{time}</span>
      <bdi className={textStyles.name}>{entry.event}</bdi>
      <bdi className={styles.preview}>{previewObject(entry.properties)}</bdi>
    </span>
  );
}

function EntryDetail({ entry }: { readonly entry: TimelineEntry }) {
  const { kind, ...members } = entry;
  return (
    <div className={flowStyles.stack12}>
      <div className={styles.detailLinks}>
        {entry.kind === 'event' ? (
          <PageLink page="/data/events/$name" params={{ name: entry.event }}>
            View event
          </PageLink>
        ) : (
          <PageLink page="/crashes">All crashes</PageLink>
        )}
      </div>
      <JsonTree value={members} label={kind === 'crash' ? 'The crash' : 'The event'} />
    </div>
  );
}
