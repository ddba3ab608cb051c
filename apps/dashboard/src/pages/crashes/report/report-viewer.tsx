import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi, useApiList } from '../../../api/use-api.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import { reportIds } from '../report-facts.ts';
import type { CrashGroupDetails } from '../stands-out.ts';
import { BreadcrumbTimeline } from './breadcrumb-timeline.tsx';
import styles from './report.module.css';
import { ReportContext } from './report-context.tsx';
import { readReportSearch } from './report-search.ts';
import { SessionEvents } from './session-events.tsx';
import { StackPanel } from './stack-panel.tsx';

/** Only report of the group, with a way to the next and the one before. */
export function ReportViewer({ group }: { readonly group: CrashGroupDetails }) {
  const [search, change] = usePageSearch(readReportSearch);
  const list = useApiList('/v1/crashes/groups/:id/reports', { params: { id: group.id }, query: { limit: 10 } });
  const index = search.report === undefined ? 0 : list.rows.findIndex(({ crash_id }) => crash_id === search.report);
  const isElsewhere = index < 0 && search.report !== undefined && !list.isPending;
  const result = useApi(
    '/v1/crashes/reports/:id',
    { params: { id: search.report ?? group.id } },
    { enabled: isElsewhere, keepPrevious: false },
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isNearEnd = index >= 0 && index >= list.rows.length - 2;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const report = list.rows[index] ?? result.data ?? (search.report === undefined ? group.newest_report : undefined);
  const failure =
    failureOf(list, "Couldn't load reports") ??
    (isElsewhere ? failureOf(result, "Couldn't load this report") : undefined);
  if (report === undefined || report === null) {
    return (
      <Panel
        title="Report"
        isLoading={failure === undefined && (list.isPending || isElsewhere)}
        loadingHeight={420}
        error={failure}
        empty={{ title: 'No reports left in this group', children: 'They were deleted by your retention setting.' }}
      />
    );
  }
  const { session } = reportIds(report);
  const go = (step: number) => {
    const next = list.rows[index + step];
    if (next !== undefined) change({ report: next.crash_id });
  };
  return (
    <>
      <div className={styles.position}>
        <span>
          {index < 0 ? 'Linked report' : index === 0 ? 'Newest report' : `Report ${index + 1}, newest first`},{' '}
          <RelativeTime at={report.timestamp} />
        </span>
        <span className={styles.steps}>
          <Tooltip label="Newer report">
            <ActionIcon
              variant="default"
              size="sm"
              aria-label="Newer report"
              disabled={index <= 0}
              onClick={() => go(-1)}
            >
              <IconChevronLeft size={14} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Older report">
            <ActionIcon
              variant="default"
              size="sm"
              aria-label="Older report"
              disabled={index < 0 || list.rows[index + 1] === undefined}
              onClick={() => go(1)}
            >
              <IconChevronRight size={14} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      <StackPanel
        key={report.id}
        report={report}
        isRaw={search.stack === 'reported'}
        onRaw={(isRaw) => change({ stack: isRaw ? 'reported' : undefined })}
        thread={search.thread}
        onThread={(thread) => change({ thread })}
      />
      <BreadcrumbTimeline key={`${report.id} breadcrumbs`} report={report} />
      <ReportContext report={report} />
      {session !== undefined && <SessionEvents key={session} sessionId={session} />}
    </>
  );
}
