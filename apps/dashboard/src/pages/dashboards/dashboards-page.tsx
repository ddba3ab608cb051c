import { PageHeader } from '../../design/page-header.tsx';

export function DashboardsPage() {
  return <PageHeader title="Dashboards" />;
}
