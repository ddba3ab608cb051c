import { PageHeader } from '../../design/page-header.tsx';

export function InvitationPage() {
  return <PageHeader title="Accept invitation" />;
}
