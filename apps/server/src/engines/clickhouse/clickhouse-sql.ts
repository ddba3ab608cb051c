const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0', '\n': '\\n', '\r': '\\r' };

/** A text as SQL. */
export const quoted = (text: string): string => `'${text.replace(/[\\'\0\n\r]/g, (found) => escapes[found] ?? found)}'`;

/** A UUID as SQL; what is none matches nothing, as everywhere else where ids are compared. */
export const uuid = (text: string): string => `toUUIDOrZero(${quoted(text)})`;

export const texts = (values: readonly string[]): string => `[${values.map(quoted).join(', ')}]`;

/** A name as SQL. */
export const quotedName = (name: string): string => `\`${name.replace(/[\\`]/g, '\\$&')}\``;
