import { hostOf } from './top-values.ts';
import type { TopQuery } from './use-top.ts';

const referrer = 'event_properties.referrer';

/** Hosts that the project's pages are on, as far as the SDK says. */
export const pageHosts: TopQuery = { event: '$pageview', field: 'event_context.page.host', filters: [] };

/**
 * Views that came from elsewhere. Of a page that was reached within a page, the SDK sends a path as the referrer; of one
 * that was loaded from another page of the site, an address on one of its own hosts.
 */
export const externalReferrers = (ownHosts: readonly string[]): TopQuery => ({
  event: '$pageview',
  field: referrer,
  filters: [
    { field: referrer, op: 'contains', value: '://' },
    ...ownHosts.map((host) => ({ field: referrer, op: 'not_contains', value: `://${host}/` }) as const),
  ],
});

/** The host, or nothing for one of the site's own. */
export const externalHostOf =
  (ownHosts: readonly string[]) =>
  (address: string): string => {
    const host = hostOf(address);
    return ownHosts.includes(host) ? '' : host;
  };
