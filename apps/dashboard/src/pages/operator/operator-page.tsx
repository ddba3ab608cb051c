import { useSession } from '../../api/session.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { AppLink } from '../../design/primitives/app-link.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { BackupsTab } from './backups-tab.tsx';
import { EdgesTab } from './edges-tab.tsx';
import { FeedbackTab } from './feedback-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { operatorTabs, readOperatorSearch } from './operator-search.ts';
import { PlansTab } from './plans-tab.tsx';
import { ProjectsTab } from './projects-tab.tsx';

const tabs = {
  projects: ProjectsTab,
  plans: PlansTab,
  health: HealthTab,
  servers: EdgesTab,
  backups: BackupsTab,
  feedback: FeedbackTab,
};

/** What belongs to the whole installation, for members who are operators. */
export function OperatorPage() {
  const { session } = useSession();
  const [{ tab }, change] = usePageSearch(readOperatorSearch);
  const label = operatorTabs.find(({ value }) => value === tab)?.label;
  usePageTitle(label === undefined ? undefined : `Installation: ${label}`);
  if (!session.member.is_operator) {
    return (
      <>
        <PageHeader title="Installation" />
        <EmptyState title="Operators only" action={<AppLink href="/">Go to your project</AppLink>}>
          Operators manage projects, plans and backups of this installation. The first account is an operator.
        </EmptyState>
      </>
    );
  }
  const Tab = tabs[tab];
  return (
    <>
      <PageHeader title="Installation" description="Projects, plans, health, backups and feedback of this server" />
      <SegmentedTabs
        label="Installation"
        tabs={operatorTabs.map(({ value, label: name }) => ({
          value,
          label: name,
          href: value === 'projects' ? '/operator' : `/operator?tab=${value}`,
        }))}
        value={tab}
        onChange={(value) => change({ tab: value })}
      />
      <Tab />
    </>
  );
}
