import { limits } from '@lamppost/protocol';

/** A name as answers repeat it: whatever was sent, an answer stays small. Empty for what is no text. */
export function echoedName(sent: unknown): string {
  if (typeof sent !== 'string') return '';
  if (sent.length <= limits.eventNameLength) return sent;
  const isPairCut = /[\ud800-\udbff]/.test(sent.charAt(limits.eventNameLength - 1));
  return sent.slice(0, limits.eventNameLength - (isPairCut ? 1 : 0));
}
