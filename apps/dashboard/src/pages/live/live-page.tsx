import { PageHeader } from '../../design/page-header.tsx';

export function LivePage() {
  return <PageHeader title="Live" />;
}
