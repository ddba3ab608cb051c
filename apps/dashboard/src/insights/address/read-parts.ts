/** Something in an address cannot be read; the message says what. */
export class Broken extends Error {}

export type Raw = Readonly<Record<string, unknown>>;

export function object(value: unknown, at: string): Raw {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw;
  throw new Broken(`${at} can't be parsed`);
}

export function list(value: unknown, at: string, least: number, max: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= max) return value;
  throw new Broken(
    least === 0 ? `${at} must be a list of at most ${max}` : `${at} must be a list of ${least} to ${max}`,
  );
}

/** The address keeps what looks like a number as one, and names of events may. */
export function text(value: unknown, at: string, longest: number): string | null {
  if (value === undefined || value === null) return null;
  const found = typeof value === 'number' ? String(value) : value;
  if (typeof found === 'string' && found.length <= longest) return found === '' ? null : found;
  throw new Broken(`${at} must be text of at most ${longest} characters`);
}

export function choice<const T extends string>(value: unknown, at: string, allowed: readonly T[]): T {
  const found = allowed.find((option) => option === value);
  if (found !== undefined) return found;
  throw new Broken(`${at} must be one of ${allowed.join(', ')}`);
}

export function truth(value: unknown, at: string): boolean {
  if (value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw new Broken(`${at} must be true or false`);
}

export function whole(value: unknown, at: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Broken(`${at} must be a whole number from ${least} to ${most}`);
}
