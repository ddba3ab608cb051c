import { Unacceptable } from '../../../control/control-errors.ts';

/** A day that there is, or null. A past one is fine: an expiry only reminds. */
export function checkExpiry(expiresOn: string | null): string | null {
  if (expiresOn === null) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(expiresOn);
  const day = isDay ? new Date(`${expiresOn}T00:00:00Z`) : undefined;
  if (day === undefined || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== expiresOn) {
    throw new Unacceptable('expires_on', 'expires_on must be a day, such as 2027-03-31.');
  }
  return expiresOn;
}
