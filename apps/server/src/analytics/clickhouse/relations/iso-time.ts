const DAY_MS = 86_400_000;
/** Of 1970-01-01. */
const MODIFIED_JULIAN_DAY = 40_587;

/** Milliseconds since 1970 in ISO 8601, for the years 0 to 9999: ClickHouse's own times begin in 1900. */
export function isoText(ms: string): string {
  const ofDay = `positiveModulo(${ms}, ${DAY_MS})`;
  const day = `toInt32(intDiv(${ms} - ${ofDay}, ${DAY_MS}) + ${MODIFIED_JULIAN_DAY})`;
  const clock = `substring(toString(fromUnixTimestamp64Milli(toInt64(${ofDay}), 'UTC')), 12, 12)`;
  return `concat(fromModifiedJulianDay(${day}), 'T', ${clock}, 'Z')`;
}
