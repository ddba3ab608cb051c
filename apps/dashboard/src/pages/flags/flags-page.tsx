import { PageHeader } from '../../design/page-header.tsx';

export function FlagsPage() {
  return <PageHeader title="Flags" />;
}
