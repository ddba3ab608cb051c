import { Button } from '@mantine/core';
import { useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { DashboardView } from './dashboard-view.tsx';

export function DashboardPage() {
  const id = useRouteParam('id');
  const { can } = useRole();
  const href = usePageHref();
  const result = useApi('/v1/dashboards/:id', { params: { id } });
  const { data: dashboard } = result;
  usePageTitle(dashboard?.name);
  const failure = failureOf(result, "Couldn't load the dashboard");
  if (dashboard !== undefined) {
    return (
      <SeriesColoursProvider>
        <DashboardView key={id} dashboard={dashboard} mayEdit={can('editor') && !dashboard.is_template} />
      </SeriesColoursProvider>
    );
  }
  const isGone = result.error?.status === 404;
  return (
    <>
      <PageHeader title="Dashboard" breadcrumbs={[{ label: 'Dashboards', href: href('/dashboards') }]} />
      {isGone && (
        <EmptyState
          title="Dashboard not found"
          action={
            <PageLink page="/dashboards">
              <Button component="span" variant="default" tabIndex={-1}>
                All dashboards
              </Button>
            </PageLink>
          }
        >
          It was deleted or belongs to another project. The change log shows who deleted it.
        </EmptyState>
      )}
      {failure !== undefined && !isGone && <ErrorState {...failure} />}
      {failure === undefined && !isGone && <LoadingBlock height={480} />}
    </>
  );
}
