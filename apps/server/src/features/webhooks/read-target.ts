import { invalidField } from '@lamppost/protocol';
import { faultOfUrl, isPrivateHost } from '../../engines/outbound/fault-of-url.ts';
import type { OutboundPolicy } from '../../engines/outbound/outbound-policy.ts';
import type { EndpointKind } from './webhook-store.ts';

interface SentTarget {
  readonly url?: string | undefined;
  readonly recipients?: readonly string[] | undefined;
}

/** Plain addresses; what else mail allows is not needed, and a comma or a line break would be another recipient. */
const ADDRESS = /^[^\s@,;:<>()[\]"\\]+@(?:[^\s@,;:<>()[\]"\\]+|\[[^\s@,;<>]+\])$/;

/** Where an endpoint of the kind is told; throws a 400 that names the field. Undefined where nothing was sent. */
export function readTarget(
  kind: EndpointKind,
  { url, recipients }: SentTarget,
  policy: OutboundPolicy,
): string | undefined {
  if (kind === 'email') {
    if (url !== undefined) throw invalidField('url', 'belongs to other kinds; an email has recipients');
    return recipients && readRecipients(recipients, policy);
  }
  if (recipients !== undefined) throw invalidField('recipients', 'belong to the kind email');
  if (url === undefined) return undefined;
  const fault = faultOfUrl(url, policy);
  if (fault !== undefined) throw invalidField('url', fault);
  return new URL(url).href;
}

function readRecipients(recipients: readonly string[], { allowPrivate }: OutboundPolicy): string {
  for (const [at, recipient] of recipients.entries()) {
    if (!ADDRESS.test(recipient)) throw invalidField(`recipients.${at}`, 'must be an email address');
    const host = recipient.slice(recipient.lastIndexOf('@') + 1);
    if (!allowPrivate && isPrivateHost(host)) {
      throw invalidField(
        `recipients.${at}`,
        'cannot be at a private address, unless the operator sets LP_ALLOW_PRIVATE_ADDRESSES',
      );
    }
  }
  return [...new Set(recipients)].join(',');
}
