import type { Core } from '../core.ts';
import type { Transport, TransportResponse } from '../transport.ts';

/** Shows every reply to a listener. One that fails stops no delivery. */
export function hearReplies(
  core: Core,
  listener: (reply: TransportResponse, ...asked: Parameters<Transport>) => void,
): void {
  const { transport } = core;
  const hear = core.guard(listener);
  core.transport = async (...args) => {
    const reply = await transport(...args);
    hear(reply, ...args);
    return reply;
  };
}
