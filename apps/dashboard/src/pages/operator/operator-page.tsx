import { PageHeader } from '../../design/page-header.tsx';

export function OperatorPage() {
  return <PageHeader title="Installation" />;
}
