import { PageHeader } from '../../design/page-header.tsx';

export function ReleasesPage() {
  return <PageHeader title="Releases" />;
}
