import { isIP } from 'node:net';
import { isPrivateAddress } from './is-private-address.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

const MAX_URL_LENGTH = 2_048;

/**
 * What can be said against a target before its name is resolved, to be read behind the name of a field. What a name
 * resolves to is checked with every request.
 */
export function faultOfUrl(text: string, { allowPrivate }: OutboundPolicy): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'must be a URL that starts with https://';
  if (url.username !== '' || url.password !== '') return 'cannot contain a user name or a password';
  if (allowPrivate) return undefined;
  if (url.protocol === 'http:') return 'must start with https://, unless the operator sets LP_ALLOW_PRIVATE_ADDRESSES';
  return isPrivateHost(url.hostname)
    ? 'cannot be a private address, unless the operator sets LP_ALLOW_PRIVATE_ADDRESSES'
    : undefined;
}

/** An address, or a name that never leaves a machine or a network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);
}
