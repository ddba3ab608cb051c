import { ApiError } from '@lamppost/protocol';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Throws FORBIDDEN when a page of somewhere else sends the request: a name that suddenly resolves to this machine must not
 * make a browser the tool of that page. Assistants that are no browsers send no origin.
 */
export function checkOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined) return;
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url !== undefined && (loopback.test(url.hostname) || allowed.some((own) => originOf(own) === url.origin))) return;
  throw new ApiError('FORBIDDEN', 'Pages of this origin may not use the MCP server');
}

const originOf = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);
