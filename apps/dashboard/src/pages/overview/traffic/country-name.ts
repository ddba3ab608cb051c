const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** `DE` → "Germany"; what is no country stays as it is. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
