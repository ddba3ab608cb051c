/** Members are written one by one so that stored JSON goes out as it is, digits included. */
export const jsonObject = (members: Readonly<Record<string, string>>): string =>
  `{${Object.entries(members)
    .map(([name, json]) => `"${name}":${json}`)
    .join(',')}}`;

export const jsonText = (value: unknown): string =>
  value === null || value === undefined ? 'null' : JSON.stringify(String(value));

/** A column of milliseconds since 1970. */
export const jsonTime = (value: unknown): string => JSON.stringify(new Date(Number(value)).toISOString());

export const storedJson = (value: unknown, absent: string): string =>
  typeof value === 'string' && value !== '' ? value : absent;
