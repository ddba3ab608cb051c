import { PageHeader } from '../../design/page-header.tsx';

export function GroupsPage() {
  return <PageHeader title="Groups" />;
}
