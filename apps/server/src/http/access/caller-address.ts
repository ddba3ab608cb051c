import type { FastifyRequest } from 'fastify';

/**
 * Whom to count wrong passwords for. With a header, the last address in it: the one that the proxy in front saw.
 * Of IPv6 the network is taken, since one caller has all of it.
 */
export const callerAddress =
  (header: string | undefined) =>
  ({ raw }: FastifyRequest): string => {
    const reported = header === undefined ? undefined : raw.headers[header.toLowerCase()];
    const last = (Array.isArray(reported) ? reported.join(',') : reported)?.split(',').at(-1)?.trim();
    return networkOf(last === undefined || last === '' ? (raw.socket.remoteAddress ?? '') : last);
  };

export function networkOf(address: string): string {
  const plain = withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}

/** Some proxies write the port beside the address; with it, every connection would be somebody else. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
}
