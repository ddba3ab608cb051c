import { type PageScope, type PageSearch, pageHref } from '../../navigation/page-path.ts';
import { pageTable } from '../page-table.ts';

/** Things of a project, which every environment has under the same key. */
const shared = ['/flags/$key', '/groups/$key', '/dashboards/$id'] as const;

/** Where a switch to another place leads: to the same thing if it is there too, else to the list of its kind. */
export function samePage(pagePath: string, scope: PageScope, isSameProject: boolean, search: PageSearch = {}): string {
  const [, first = '', second] = pagePath.split('/');
  const thing = shared.find((path) => path.startsWith(`/${first}/`));
  if (isSameProject && thing !== undefined && second !== undefined) {
    const name = thing.slice(thing.indexOf('$') + 1);
    return pageHref(scope, thing, { [name]: decodeURIComponent(second) }, search);
  }
  const page = pageTable.find(({ path }) => path === `/${first}`)?.path ?? '/overview';
  return pageHref(scope, page, {}, search);
}
