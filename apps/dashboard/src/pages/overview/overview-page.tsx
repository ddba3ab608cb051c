import { PageHeader } from '../../design/page-header.tsx';

export function OverviewPage() {
  return <PageHeader title="Overview" />;
}
