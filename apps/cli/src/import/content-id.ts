import { hash } from 'node:crypto';

/** A UUID that is the same each time, for rows and ids that have none or none that fits. */
export function contentId(...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', parts.join('\n'), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
