import { ApiError } from '@lamppost/protocol';

export interface Provenance {
  /** Sec-Fetch-Site, which no page can set. */
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Throws FORBIDDEN when a browser says that a request comes from a page of somewhere else.
 * Callers that are no browsers say neither, and hold no cookies that they do not mean to send.
 */
export function refuseOtherOrigins({ fetchSite, origin, host }: Provenance): void {
  const isOwn = fetchSite === undefined ? isOwnOrigin(origin, host) : /^(same-origin|none)$/.test(fetchSite);
  if (!isOwn) throw new ApiError('FORBIDDEN', 'The request comes from another origin');
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}
