import { PageHeader } from '../../design/page-header.tsx';

export function CrashesPage() {
  return <PageHeader title="Crashes" />;
}
