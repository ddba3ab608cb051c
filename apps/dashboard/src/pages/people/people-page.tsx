import { PageHeader } from '../../design/page-header.tsx';

export function PeoplePage() {
  return <PageHeader title="People" />;
}
