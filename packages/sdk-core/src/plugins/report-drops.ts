import type { SystemEvent } from '@lamppost/protocol';
import type { CreatePlugin } from '../core.ts';

/** Reports to the server how many items it will never see, when it can be reached again: gaps are then known to be gaps. */
export const reportDrops: CreatePlugin = (core) => {
  let reported = 0;
  return {
    onResponse({ result, requestBody }) {
      const count = core.drops - reported;
      if (!count || result !== 'delivered' || !requestBody) return;
      reported = core.drops;
      core.client.track('$events_dropped' satisfies SystemEvent, { count });
    },
  };
};
