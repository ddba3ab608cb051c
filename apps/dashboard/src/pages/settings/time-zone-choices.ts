/** Names of time zones as this browser knows them; what is set is among them even if the browser is older. */
export function timeZoneChoices(current: string): readonly string[] {
  return [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].sort((a, b) => a.localeCompare(b, 'en'));
}
