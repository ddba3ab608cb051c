/** A context as the wire takes it. Dates are not JSON, and rules compare them as texts; one that is none is left out. */
export function wireContext(context: object): Record<string, unknown> {
  const values = Object.entries(context).map(([name, value]) => [name, value instanceof Date ? value.toJSON() : value]);
  return Object.fromEntries(values);
}
