export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const columnName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The type of a STRUCT with VARCHAR members, as json_transform wants it. */
export const textMembers = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'VARCHAR']));

/** Members of a STRUCT as columns of the same names. */
export const memberColumns = (struct: string, names: readonly string[]): string =>
  names.map((name) => `${struct}.${columnName(name)} AS ${columnName(name)}`).join(', ');
