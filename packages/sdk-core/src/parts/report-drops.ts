import type { Part } from '../core.ts';

/** Tells the server how many items it will never see, when it can be reached again: gaps are then known to be gaps. */
export const reportDrops: Part = (core) => {
  const { exchange } = core;
  let told = 0;
  core.exchange = async (...args) => {
    const reply = await exchange(...args);
    const count = core.dropped - told;
    if (count > 0 && reply.verdict === 'delivered' && args[2]) {
      told = core.dropped;
      core.client.track('$events_dropped', { count });
    }
    return reply;
  };
  return {};
};
