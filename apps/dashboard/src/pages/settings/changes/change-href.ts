import { type Place, pageHref } from '../../../navigation/page-path.ts';
import type { Change } from './sentence.ts';

/** Where the thing that was changed is looked at; undefined for what has no page, or is gone. */
export function changeHref(change: Change, place: Place): string | undefined {
  const { entity_type: type, entity_id: id, entity_key: key, after } = change;
  switch (type) {
    case 'flag':
    case 'targeting':
      return pageHref(place, '/flags/$key', { key }, {});
    case 'experiment':
      return pageHref(place, '/experiments/$key', { key }, {});
    case 'group':
    case 'group_member':
      return pageHref(place, '/groups/$key', { key }, {});
    case 'dashboard':
      return after === null || change.action === 'archived'
        ? undefined
        : pageHref(place, '/dashboards/$id', { id }, {});
    case 'event_schema':
      return pageHref(place, '/data/events/$name', { name: key }, {});
    case 'release':
      return pageHref(place, '/releases/$id', { id }, {});
    case 'crash_group':
      return pageHref(place, '/crashes/$id', { id }, {});
    default:
      return undefined;
  }
}
