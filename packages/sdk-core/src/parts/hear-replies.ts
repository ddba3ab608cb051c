import type { Core } from '../core.ts';
import type { Exchange, Reply } from '../exchange.ts';

/** Shows every reply to a listener. One that fails stops no delivery. */
export function hearReplies(core: Core, listener: (reply: Reply, ...asked: Parameters<Exchange>) => void): void {
  const { exchange } = core;
  const hear = core.guard(listener);
  core.exchange = async (...args) => {
    const reply = await exchange(...args);
    hear(reply, ...args);
    return reply;
  };
}
