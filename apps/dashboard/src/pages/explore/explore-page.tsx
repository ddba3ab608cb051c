import { PageHeader } from '../../design/page-header.tsx';

export function ExplorePage() {
  return <PageHeader title="Explore" />;
}
