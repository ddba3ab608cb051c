/**
 * Text of others on one line, without what would move the cursor, change colours or rename the window:
 * names and properties of events are whatever anybody sent.
 */
export function printable(text: string): string {
  return text
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '\u{fffd}');
}

/** A value as one line: texts as they are, everything else as JSON. */
export function printableValue(value: unknown): string {
  if (value === undefined) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}
