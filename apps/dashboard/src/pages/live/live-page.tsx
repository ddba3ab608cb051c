import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { FeedState } from '../../api/event-feed.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { formatExactNumber } from '../../design/format/format-number.ts';
import { SearchField } from '../../design/inputs/search-field.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { KeyHint } from '../../design/primitives/key-hint.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { VirtualLog } from '../../design/tables/virtual-log.tsx';
import { SavedViews } from '../../navigation/saved-views/saved-views.tsx';
import { textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import styles from './live.module.css';
import { LiveNotices } from './live-notices.tsx';
import type { LiveRow } from './live-row.ts';
import { LiveRowDetail } from './live-row-detail.tsx';
import { LiveRowLine } from './live-row-line.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { RateMeter } from './rate-meter.tsx';
import { useLiveLog } from './use-live-log.ts';
import { useSpaceKey } from './use-space-key.ts';

const MAX_FILTER_LENGTH = 200;
const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q)?.slice(0, MAX_FILTER_LENGTH) || undefined,
});

export function LivePage() {
  const [{ q = '' }, change] = usePageSearch(readSearch);
  const [isPaused, setPaused] = useState(false);
  const view = useLiveLog(q, isPaused);
  const { log, state, waiting } = view;
  useSpaceKey(() => setPaused((before) => !before));
  const renderRow = useCallback((row: LiveRow) => <LiveRowLine row={row} />, []);
  const renderDetail = useCallback((row: LiveRow) => <LiveRowDetail row={row} />, []);
  return (
    <>
      <PageHeader
        title="Live"
        badge={<FeedBadge state={state} isPaused={isPaused} />}
        actions={
          <>
            <SavedViews page="live" />
            <Button
              variant={isPaused ? 'filled' : 'default'}
              leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              rightSection={<KeyHint keys={['space']} />}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
          </>
        }
      />
      <section className={styles.panel} aria-label="Live events">
        <div className={flowStyles.toolbar}>
          <SearchField
            value={q}
            onChange={(text) =>
              change({ q: text === '' ? undefined : text.slice(0, MAX_FILTER_LENGTH) }, { isReplaced: true })
            }
            label="Filter by name, id or property"
            width={280}
          />
          <span className={styles.counts} role="status">
            {waiting > 0 && `${formatExactNumber(waiting)} new`}
          </span>
          <RateMeter rate={view.rate} isPaused={isPaused} />
        </div>
        <LiveNotices view={view} />
        {state.kind === 'refused' ? (
          <ErrorState title="Couldn't load live events" requestId={state.problem.requestId}>
            {state.problem.message}
          </ErrorState>
        ) : (
          <VirtualLog
            label="Events"
            rows={log.shown}
            rowId={rowId}
            renderRow={renderRow}
            renderDetail={renderDetail}
            isPaused={isPaused}
            onPausedChange={setPaused}
            height="max(320px, calc(100dvh - 262px))"
            empty={<NothingYet view={view} />}
          />
        )}
      </section>
    </>
  );
}

const rowId = ({ id }: LiveRow): string => id;

function FeedBadge({ state, isPaused }: { readonly state: FeedState; readonly isPaused: boolean }) {
  if (state.kind === 'connecting') return <StatusBadge tone="neutral">Connecting</StatusBadge>;
  if (state.kind === 'waiting') return <StatusBadge tone="warn">Connection lost, reconnecting</StatusBadge>;
  if (state.kind === 'refused') return <StatusBadge tone="bad">Access denied</StatusBadge>;
  return isPaused ? (
    <StatusBadge tone="neutral">Paused</StatusBadge>
  ) : (
    <StatusBadge tone="accent">Listening</StatusBadge>
  );
}
