import { PageHeader } from '../../design/page-header.tsx';

export function ExperimentsPage() {
  return <PageHeader title="Experiments" />;
}
