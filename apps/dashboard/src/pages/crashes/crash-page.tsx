import { PageHeader } from '../../design/page-header.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';

export function CrashPage() {
  const id = useRouteParam('id');
  usePageTitle(id);
  return <PageHeader title={id} />;
}
