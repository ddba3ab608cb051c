export const defaultTimezone = 'UTC';

/** The name under which a time zone of the IANA database is kept, whatever case or alias it is sent in. */
export function canonicalTimezone(name: string): string | undefined {
  // Newer engines take offsets too; those know no daylight saving, so they are no time zone of a place.
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
