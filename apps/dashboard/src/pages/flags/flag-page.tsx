import { PageHeader } from '../../design/page-header.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';

export function FlagPage() {
  const key = useRouteParam('key');
  usePageTitle(key);
  return <PageHeader title={key} />;
}
