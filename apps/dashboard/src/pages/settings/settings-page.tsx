import { PageHeader } from '../../design/page-header.tsx';

export function SettingsPage() {
  return <PageHeader title="Settings" />;
}
