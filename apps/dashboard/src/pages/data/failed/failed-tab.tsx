import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi, useApiList } from '../../../api/use-api.ts';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { ErrorState } from '../../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import { formatCount } from '../../../design/format/format-count.ts';
import { formatExactNumber } from '../../../design/format/format-number.ts';
import { EventPicker } from '../../../design/inputs/event-picker.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { FoldList } from '../../../design/layout/fold-list.tsx';
import { ListEnd } from '../../../design/layout/list-end.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { BarList } from '../../../design/primitives/bar-list.tsx';
import { ClearablePill } from '../../../insights/builders/clearable-pill.tsx';
import { useEventSuggestions } from '../../../insights/use-event-suggestions.ts';
import type { DataTabProps } from '../catalog/catalog-tab.tsx';
import styles from '../data.module.css';
import { failedKinds } from '../data-search.ts';
import { FailedDetail } from './failed-detail.tsx';
import { FailedLine } from './failed-line.tsx';
import { type FailedEvent, kindWords } from './kind-words.ts';
import { ReplayProgress } from './replay-progress.tsx';
import { useReplayAll } from './use-replay-all.ts';

/** What was refused or quarantined: why, what it held, and its way back. */
export function FailedTab({ search, onChange }: DataTabProps) {
  const { can } = useRole();
  const { reason, event } = search;
  const kind = search.kind === 'all' ? undefined : search.kind;
  const list = useFailedEvents({ kind, reason, event });
  const counted = useApi('/v1/events/failed/reasons', { query: { event } });
  const suggestEvents = useEventSuggestions();
  const replay = useReplayAll();
  const [isAsking, setIsAsking] = useState(false);
  const reasons = useMemo(
    () => (counted.data?.reasons ?? []).filter((row) => kind === undefined || row.kind === kind),
    [counted.data, kind],
  );
  const open = reasons
    .filter((row) => row.kind !== 'rejected' && (reason === undefined || row.reason === reason))
    .reduce((sum, row) => sum + row.count - row.replayed, 0);
  const countOf = (of: string): number | undefined =>
    counted.data?.reasons.filter((row) => of === 'all' || row.kind === of).reduce((sum, row) => sum + row.count, 0);
  const openRow = (id: string | undefined) => onChange({ open: id }, { isReplaced: true });
  const isFiltered = kind !== undefined || reason !== undefined || event !== undefined;
  return (
    <div className={styles.columns}>
      <Panel isFlush>
        <div className={flowStyles.toolbar}>
          <SegmentedTabs
            label="Failure type"
            look="pills"
            value={search.kind}
            onChange={(chosen) => onChange({ kind: chosen === 'all' ? undefined : chosen, reason: undefined })}
            tabs={failedKinds.map((value) => ({
              value,
              label: value === 'all' ? 'All' : kindWords[value].label,
              count: countOf(value),
            }))}
          />
          <ClearablePill
            label="Clear event filter"
            isSet={event !== undefined}
            onClear={() => onChange({ event: undefined })}
          >
            <EventPicker
              look="pill"
              value={event ?? null}
              placeholder="Any event"
              suggestEvents={suggestEvents}
              onChange={(chosen) => onChange({ event: chosen })}
            />
          </ClearablePill>
          {can('editor') && open > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              disabled={replay.state?.isRunning === true}
              onClick={() => setIsAsking(true)}
            >
              Replay {formatExactNumber(open)}
            </Button>
          )}
        </div>
        {replay.state !== undefined && (
          <ReplayProgress state={replay.state} onStop={replay.stop} onForget={replay.forget} />
        )}
        <FailedRows list={list} isFiltered={isFiltered} openId={search.open} onOpenChange={openRow} />
      </Panel>
      <div className={styles.stack}>
        <Panel
          title="Reasons"
          description="Last 30 days. Select one to filter."
          isLoading={counted.isPending}
          loadingHeight={200}
          error={failureOf(counted, "Couldn't load reasons")}
        >
          {reasons.length === 0 ? (
            <p className={styles.muted}>None</p>
          ) : (
            <BarList
              items={reasons.map((row) => ({ name: row.reason, value: row.count }))}
              selected={reason}
              onSelect={(chosen) => onChange({ reason: chosen === reason ? undefined : chosen })}
            />
          )}
        </Panel>
      </div>
      <ConfirmWithReason
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Replay ${formatCount(open, 'event')}?`}
        action="Replay"
        reason="none"
        tone="accent"
        onConfirm={() => {
          void replay.start({ kind: kind === 'rejected' ? undefined : kind, reason, event });
        }}
      >
        The events are stored with their original ids and times and aren't validated again. This can't be undone.
        Rejected events can't be replayed; the app must send them again.
      </ConfirmWithReason>
    </div>
  );
}

interface FailedRowsProps {
  readonly list: ReturnType<typeof useFailedEvents>;
  readonly isFiltered: boolean;
  readonly openId: string | undefined;
  readonly onOpenChange: (id: string | undefined) => void;
}

function useFailedEvents(query: {
  readonly kind: FailedEvent['kind'] | undefined;
  readonly reason: string | undefined;
  readonly event: string | undefined;
}) {
  return useApiList('/v1/events/failed', { query: { ...query, limit: 50 } });
}

function FailedRows({ list, isFiltered, openId, onOpenChange }: FailedRowsProps) {
  const failure = failureOf(list, "Couldn't load failed events");
  if (failure !== undefined) return <ErrorState {...failure} />;
  if (list.isPending) return <LoadingBlock height={480} shape="lines" />;
  if (list.rows.length === 0) return <EmptyState {...(isFiltered ? nothingMatches : nothingFailed)} />;
  return (
    <>
      <FoldList
        label="Failed events"
        rows={list.rows}
        rowId={({ id }) => id}
        renderRow={(row) => <FailedLine row={row} />}
        renderDetail={(row) => <FailedDetail row={row} />}
        openId={openId}
        onOpenChange={onOpenChange}
      />
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        problem={list.isFetchNextPageError ? list.error?.message : undefined}
        endWords="No more failed events in the last 30 days"
      />
    </>
  );
}

const nothingMatches = { title: 'No matching failed events', children: 'Try another type, reason or event.' };

const nothingFailed = {
  icon: <IconCircleCheck size={28} stroke={1.4} />,
  title: 'No failed events in the last 30 days',
  children:
    "Events that are invalid, don't match a schema in quarantine mode, or can't be stored appear here with the reason.",
};
