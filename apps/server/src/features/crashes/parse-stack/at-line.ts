/** A line `at name (location)`, of V8, Hermes and the JVM alike. */
export interface AtLine {
  readonly name: string;
  /** What stands in the brackets; undefined when there are none. */
  readonly location?: string;
}

export function readAtLine(line: string): AtLine | undefined {
  const text = line.trimStart();
  if (!text.startsWith('at ')) return undefined;
  const rest = text.slice(3).trim();
  if (rest === '') return undefined;
  const close = rest.lastIndexOf(')');
  const open = close === -1 ? -1 : openingOf(rest, close);
  if (open === -1) return { name: rest };
  // Nothing but the end of the line, or a note about the jar, comes after the brackets of a frame.
  const after = rest.slice(close + 1).trim();
  if (after !== '' && after !== '{' && !/^(?:~?\[|\{)/.test(after)) return { name: rest };
  return { name: rest.slice(0, open).trim(), location: rest.slice(open + 1, close).trim() };
}

/** The bracket that this one closes; URLs can have brackets of their own. */
function openingOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === 0x29) depth += 1;
    else if (code === 0x28) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.indexOf('(');
}
