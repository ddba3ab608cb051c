/** What a breakdown calls everything that it does not show by itself, and what has no value. */
const REST = /^\((?:other|none)\)$/;
const LOOKS_LIKE_REST = /^"*\((?:other|none)\)"*$/;

/** Whether a name stands for no single value. */
export const isRest = (name: string): boolean => REST.test(name);

/** The value that a name stands for: the server puts quotes around one that could be taken for the rest. */
export const valueOfName = (name: string): string =>
  LOOKS_LIKE_REST.test(name) && !isRest(name) ? name.slice(1, -1) : name;

/** The same way back. */
export const nameOfValue = (value: string): string => (LOOKS_LIKE_REST.test(value) ? `"${value}"` : value);
