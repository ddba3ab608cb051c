/** Whether the day is over in the time zone. */
export function isExpired(expiresOn: string | null, nowMs: number, timezone: string): boolean {
  return expiresOn !== null && expiresOn < dayOf(nowMs, timezone);
}

/** YYYY-MM-DD. */
export function dayOf(ms: number, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(ms);
}
