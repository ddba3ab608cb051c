import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useBounds } from '../../navigation/use-bounds.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import styles from './group/group.module.css';
import { GroupAside } from './group/group-aside.tsx';
import { GroupCounts } from './group/group-counts.tsx';
import { GroupHeader } from './group/group-header.tsx';
import { headlineOf } from './group-words.ts';
import { ReportViewer } from './report/report-viewer.tsx';

export function CrashPage() {
  const id = useRouteParam('id');
  const { from, to } = useBounds();
  const href = usePageHref();
  const group = useApi('/v1/crashes/groups/:id', { params: { id }, query: { from, to } });
  const { data } = group;
  usePageTitle(data === undefined ? undefined : headlineOf(data).type);
  const failure = failureOf(group, "Couldn't load the crash");
  const crumbs = [{ label: 'Crashes', href: href('/crashes') }];
  if (failure !== undefined) {
    const isGone = group.error?.status === 404;
    return (
      <>
        <PageHeader title="Crash" breadcrumbs={crumbs} />
        <ErrorState {...failure} title={isGone ? 'Crash not found' : failure.title}>
          {isGone ? 'It may belong to another project or environment, or it has expired.' : failure.children}
        </ErrorState>
      </>
    );
  }
  if (data === undefined) {
    return (
      <>
        <PageHeader title="Crash" breadcrumbs={crumbs} />
        <div className={flowStyles.stack16}>
          <LoadingBlock height={72} />
          <div className={styles.columns}>
            <LoadingBlock height={480} />
            <LoadingBlock height={480} />
          </div>
        </div>
      </>
    );
  }
  return (
    <>
      <GroupHeader group={data} breadcrumbs={crumbs} isMergedAway={data.id !== id} />
      <div className={flowStyles.stack16}>
        <GroupCounts group={data} />
        <div className={styles.columns}>
          <div className={styles.main}>
            <ReportViewer group={data} />
          </div>
          <aside className={styles.aside} aria-label="About this group">
            <GroupAside group={data} />
          </aside>
        </div>
      </div>
    </>
  );
}
