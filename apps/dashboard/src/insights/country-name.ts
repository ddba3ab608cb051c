const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** "Germany" for DE; what is no code of two letters stays as it is. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}
