import { type PageScope, pageHref } from '../../../navigation/page-path.ts';
import type { Change } from './sentence.ts';

/** Where the thing that was changed is looked at; undefined for what has no page, or is gone. */
export function changeHref(change: Change, scope: PageScope): string | undefined {
  const { entity_type: type, entity_id: id, entity_key: key, after } = change;
  switch (type) {
    case 'flag':
    case 'targeting':
    case 'schedule':
      return pageHref(scope, '/flags/$key', { key }, {});
    case 'experiment':
      return pageHref(scope, '/experiments/$key', { key }, {});
    case 'group':
    case 'group_member':
      return pageHref(scope, '/groups/$key', { key }, {});
    case 'dashboard':
      return after === null || change.action === 'archived'
        ? undefined
        : pageHref(scope, '/dashboards/$id', { id }, {});
    case 'dashboard_share': {
      const { dashboard_id: dashboard } = (after ?? change.before ?? {}) as { dashboard_id?: unknown };
      return typeof dashboard === 'string' ? pageHref(scope, '/dashboards/$id', { id: dashboard }, {}) : undefined;
    }
    case 'event_schema':
      return pageHref(scope, '/data/events/$name', { name: key }, {});
    case 'release':
      return pageHref(scope, '/releases/$id', { id }, {});
    case 'crash_group':
      return pageHref(scope, '/crashes/$id', { id }, {});
    default:
      return undefined;
  }
}
