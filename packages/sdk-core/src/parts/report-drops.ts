import type { SystemEvent } from '@lamppost/protocol';
import type { Part } from '../core.ts';
import { hearReplies } from './hear-replies.ts';

/** Tells the server how many items it will never see, when it can be reached again: gaps are then known to be gaps. */
export const reportDrops: Part = (core) => {
  let told = 0;
  hearReplies(core, ({ result }, _path, _attempt, body) => {
    const count = core.drops - told;
    if (!count || result !== 'delivered' || !body) return;
    told = core.drops;
    core.client.track('$events_dropped' satisfies SystemEvent, { count });
  });
};
