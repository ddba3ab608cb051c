import type { IncomingMessage } from 'node:http';

/** What proxies add. A request with one of these comes from elsewhere, however near the proxy is. */
const addedByProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a request was made on this machine: not passed on by a proxy here, and not by a page in a browser here whose
 * name was made to point at it.
 */
export function isOnThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    !addedByProxies.some((name) => headers[name] !== undefined) &&
    (headers.host === undefined || isLoopbackHost(headers.host))
  );
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
}
