import type { EmptyStateProps } from '../../design/feedback/empty-state.tsx';
import type { CrashesSearch } from './crashes-search.ts';

/** What stands where groups would be: why there are none, or how the first comes to be. */
export function noGroups(search: CrashesSearch, origin: string): EmptyStateProps {
  const { q, version, platform, assignee } = search;
  const isNarrow = [q, version, platform, assignee].some((filter) => filter !== undefined);
  if (isNarrow) {
    return { title: 'No groups match these filters', children: 'Remove a filter or choose a longer range.' };
  }
  if (search.status !== 'open' && search.status !== 'all') {
    return { title: `No ${search.status} groups with reports in this range` };
  }
  return {
    title: 'No crashes in this range',
    children: 'SDKs report crashes automatically. To send a test crash, use a publishable key:',
    snippet: {
      language: 'bash',
      code: [
        `curl ${origin}/v1/crashes/report -H "Authorization: Bearer $PUBLISHABLE_KEY" -d '{`,
        '  "platform": "web", "app_version": "1.0.0", "exception_type": "TypeError",',
        '  "stack_trace": "TypeError: x is undefined\\n    at total (https://shop.example/cart.js:1:2345)",',
        '  "session_id": "s-1", "device_id": "dev-1"}\'',
      ].join('\n'),
    },
  };
}
