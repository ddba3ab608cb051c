import { PageHeader } from '../../design/page-header.tsx';

export function OnboardingPage() {
  return <PageHeader title="Get started" />;
}
