import { PageHeader } from '../../design/page-header.tsx';

export function PerformancePage() {
  return <PageHeader title="Performance" />;
}
