import type { SystemEvent } from '@lamppost/protocol';
import type { Part } from '../core.ts';
import { hearReplies } from './hear-replies.ts';

/** Reports to the server how many items it will never see, when it can be reached again: gaps are then known to be gaps. */
export const reportDrops: Part = (core) => {
  let reported = 0;
  hearReplies(core, ({ result }, _path, _attempt, body) => {
    const count = core.drops - reported;
    if (!count || result !== 'delivered' || !body) return;
    reported = core.drops;
    core.client.track('$events_dropped' satisfies SystemEvent, { count });
  });
};
