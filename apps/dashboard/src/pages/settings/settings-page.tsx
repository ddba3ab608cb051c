import { PageHeader } from '../../design/page-header.tsx';
import { AccountTab } from './account-tab.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <AccountTab />
    </>
  );
}
