import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPrivateAddress } from './is-private-address.ts';
import { OutboundFailure, TargetRefused } from './outbound-errors.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

export type ResolveName = (hostname: string, policy: OutboundPolicy) => Promise<readonly ResolvedAddress[]>;

/**
 * The addresses of a host, every one of which may be connected to. Whoever connects uses these and asks no name server
 * again: a second answer could be another one.
 */
export async function resolveTarget(
  hostname: string,
  policy: OutboundPolicy,
  resolve: ResolveName = resolveName,
): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host, policy) : [addressOf(host)];
  if (addresses.length === 0) throw new OutboundFailure(`The host ${host} has no address`);
  if (!policy.allowPrivate && addresses.some(({ address }) => isPrivateAddress(address))) {
    throw new TargetRefused(`The host ${host} has a private address, which the operator does not allow`);
  }
  return addresses;
}

const addressOf = (address: string): ResolvedAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/**
 * Without the thread pool, which `lookup` would fill with names that nobody answers, while files wait for it. `lookup`
 * also reads the hosts file and knows search domains; only private networks need these.
 */
async function resolveName(host: string, { allowPrivate }: OutboundPolicy): Promise<readonly ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])).map(addressOf);
  if (addresses.length > 0) return addresses;
  if (allowPrivate) return (await lookup(host, { all: true })).map(({ address }) => addressOf(address));
  throw new OutboundFailure(`The host ${host} could not be resolved`);
}
