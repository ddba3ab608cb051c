import { PageHeader } from '../../design/page-header.tsx';

export function DevicesPage() {
  return <PageHeader title="Devices" />;
}
