import { useSession } from '../../api/session.ts';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { AccountTab } from './account-tab.tsx';
import { ChangesTab } from './changes/changes-tab.tsx';
import { DigestsTab } from './digests/digests-tab.tsx';
import { EnvironmentsTab } from './environments-tab.tsx';
import { ExperimentsTab } from './experiments/experiments-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import { MembersTab } from './members/members-tab.tsx';
import { ProjectTab } from './project-tab.tsx';
import { RequestsTab } from './requests/requests-tab.tsx';
import { RetentionTab } from './retention/retention-tab.tsx';
import { readSettingsSearch, type SettingsTab, settingsTabs } from './settings-search.ts';
import { UsageTab } from './usage-tab.tsx';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';

const tabs: Readonly<Record<SettingsTab, () => React.ReactNode>> = {
  project: ProjectTab,
  keys: KeysTab,
  environments: EnvironmentsTab,
  members: MembersTab,
  experiments: ExperimentsTab,
  webhooks: WebhooksTab,
  digests: DigestsTab,
  usage: UsageTab,
  retention: RetentionTab,
  requests: RequestsTab,
  changes: ChangesTab,
  account: AccountTab,
};

export function SettingsPage() {
  const { session } = useSession();
  const href = usePageHref();
  const [{ tab }, change] = usePageSearch(readSettingsSearch);
  const Tab = tabs[tab];
  const label = settingsTabs.find(({ value }) => value === tab)?.label ?? '';
  usePageTitle(`Settings: ${label}`);
  const items: { value: string; label: string; href: string }[] = settingsTabs.map(({ value, label: name }) => ({
    value,
    label: name,
    href: href('/settings', { tab: value }),
  }));
  // Copies of the whole installation are no matter of one project.
  if (session.member.is_operator) {
    items.splice(-2, 0, { value: 'backups', label: 'Backups', href: '/operator?tab=backups' });
  }
  return (
    <>
      <PageHeader title="Settings" />
      <SegmentedTabs
        label="Settings"
        tabs={items}
        value={tab}
        onChange={(value) => change({ tab: value as SettingsTab })}
      />
      <Tab />
    </>
  );
}
