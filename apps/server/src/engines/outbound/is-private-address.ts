import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whether an address is anything but a public one: loopback, private and shared networks, link-local addresses and with
 * them those of cloud metadata, multicast, documentation, reserved ranges. IPv6 forms that carry an IPv4 address are
 * judged by that address. Text that is no address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return isPrivateIpv4(numberOf(address));
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? isPrivateIpv6(groupsOf(plain)) : true;
}

/** First address and length of the prefix. */
const PRIVATE_IPV4 = (
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    // The host that Azure gives to every machine for its metadata.
    ['168.63.129.16', 32],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const
).map(([first, length]) => ({ first: numberOf(first), size: 2 ** (32 - length) }));

function isPrivateIpv4(address: number): boolean {
  return PRIVATE_IPV4.some(({ first, size }) => address >= first && address < first + size);
}

function isPrivateIpv6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = g * 0x1_0000 + h;
  const isMapped = (a | b | c | d | e) === 0 && f === 0xffff;
  const isNat64 = a === 0x64 && b === 0xff9b && (c | d | e | f) === 0;
  if (isMapped || isNat64) return isPrivateIpv4(last);
  if (a === 0x2002) return isPrivateIpv4(b * 0x1_0000 + c);
  const isGlobalUnicast = a >> 13 === 1;
  const isProtocolAssignment = a === 0x2001 && b < 0x200;
  const isDocumentation = (a === 0x2001 && b === 0xdb8) || (a === 0x3fff && b < 0x1000);
  return !isGlobalUnicast || isProtocolAssignment || isDocumentation;
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The eight groups of an address that `isIPv6` accepts. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function groupsIn(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const embedded = numberOf(part);
    return [Math.floor(embedded / 0x1_0000), embedded % 0x1_0000];
  });
}
