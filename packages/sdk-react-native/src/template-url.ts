const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const hash = /^(?=.*\d)[0-9a-f]{16,}$/i;
const number = /^\d+$/;
const email = /^[^@\s]+(?:@|%40)[^@\s]+\.[^@\s]+$/i;
/** Long, and digits and letters of both cases mixed: a token, not a word. */
const token = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w~.=-]{20,}$/;
/** More is not looked at: a name is what many requests share. */
const MAX_URL_LENGTH = 1_024;

const templateSegment = (segment: string): string => {
  if (number.test(segment)) return ':id';
  if (uuid.test(segment)) return ':uuid';
  if (hash.test(segment)) return ':hash';
  if (email.test(segment)) return ':email';
  return token.test(segment) ? ':token' : segment;
};

/**
 * A request's address as the name of what was asked: without query, fragment and credentials, ids replaced. The server
 * does the same (spec/cases/requests), but what it need not know does not leave the device.
 */
export function templateUrl(url: string): string {
  const bare = url.replace(/[?#][\s\S]*$/, '').slice(0, MAX_URL_LENGTH);
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/@]*@)?([^/]*)(.*)$/i.exec(bare);
  const origin = parts === null ? '' : `${parts[1]}${parts[2]}`;
  const path = parts === null ? bare : (parts[3] ?? '');
  return origin + path.split('/').map(templateSegment).join('/');
}
