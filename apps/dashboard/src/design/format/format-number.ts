/** Shown where there is no number: not zero, nothing. */
export const NO_VALUE = '–';

const NARROW_SPACE = '\u202f';
const steps = [
  { size: 1e12, sign: 'T' },
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'k' },
] as const;

const isNumber = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

const withDigits = (value: number, digits: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, useGrouping: false });

/** Three digits that matter: 12.4 k, 3.05 M, 0.042. */
export function formatShortNumber(value: number | null | undefined): string {
  if (!isNumber(value)) return NO_VALUE;
  const size = Math.abs(value);
  for (const [index, step] of steps.entries()) {
    // 999,950 rounds to 1,000 k, which is 1 M.
    if (size < step.size * 0.9995) continue;
    const scaled = value / step.size;
    if (index === 0 && size >= 1e15) return value.toExponential(2);
    return `${withDigits(scaled, fractionDigits(scaled))}${NARROW_SPACE}${step.sign}`;
  }
  if (Number.isInteger(value)) return withDigits(value, 0);
  if (size >= 1) return withDigits(value, fractionDigits(value));
  return size < 1e-6 ? value.toExponential(1) : value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function fractionDigits(value: number): number {
  const size = Math.abs(value);
  if (size >= 100) return 0;
  return size >= 10 ? 1 : 2;
}

export function formatExactNumber(value: number | null | undefined): string {
  if (!isNumber(value)) return NO_VALUE;
  return value.toLocaleString('en', { maximumFractionDigits: 6 });
}

/** `percent` is 0 to 100, as the API gives shares. What is not all or nothing never looks like it. */
export function formatPercent(percent: number | null | undefined, digits?: number): string {
  if (!isNumber(percent)) return NO_VALUE;
  const places = digits ?? defaultPlaces(percent);
  const smallest = 10 ** -places;
  if (percent > 0 && percent < smallest / 2) return `<${NARROW_SPACE}${withDigits(smallest, places)}${NARROW_SPACE}%`;
  if (percent < 100 && percent > 100 - smallest / 2)
    return `>${NARROW_SPACE}${withDigits(100 - smallest, places)}${NARROW_SPACE}%`;
  return `${withDigits(percent, places)}${NARROW_SPACE}%`;
}

function defaultPlaces(percent: number): number {
  const size = Math.abs(percent);
  if (size > 99 && size < 100) return 2;
  return size < 10 ? 2 : 1;
}

export function formatBytes(bytes: number | null | undefined): string {
  if (!isNumber(bytes)) return NO_VALUE;
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let scaled = bytes;
  let unit = 0;
  while (Math.abs(scaled) >= 1023.5 && unit < units.length - 1) {
    scaled /= 1024;
    unit += 1;
  }
  return `${withDigits(scaled, unit === 0 ? 0 : fractionDigits(scaled))}${NARROW_SPACE}${units[unit]}`;
}
