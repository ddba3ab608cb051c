import { pathOf } from './track-pages.ts';

/** How somebody came to a page: `utm_…` and click ids of advertisers, another site, and the page. */
export type Touch = Readonly<Record<string, string>>;

const CAMPAIGN =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|yclid|li_fat_id|rdt_cid|epik|mc_cid)$/;
const MAX_VALUE_LENGTH = 300;

const hostOf = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
};

/** Of the query only what names a campaign; of the referrer only the host, when it is another one. */
export function readTouch(page: Pick<Location, 'pathname' | 'hash' | 'search' | 'host'>, referrer: string): Touch {
  const touch: Record<string, string> = { landing_path: pathOf(page) };
  for (const [name, value] of new URLSearchParams(page.search))
    if (value && CAMPAIGN.test(name)) touch[name] = value.slice(0, MAX_VALUE_LENGTH);
  const host = hostOf(referrer);
  if (host && host !== page.host) touch.referrer_host = host;
  return touch;
}
