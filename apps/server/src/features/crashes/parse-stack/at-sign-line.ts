import { hasPosition } from './script-location.ts';

/** A line `name@location`, of Firefox and JavaScriptCore alike. */
export interface AtSignLine {
  readonly name: string;
  readonly location: string;
}

/** Split at the first `@`: paths of packages have more of them, names have none. */
export function readAtSignLine(line: string): AtSignLine | undefined {
  const text = line.trim();
  const at = text.indexOf('@');
  const location = text.slice(at + 1);
  if (at !== -1 && (hasPosition(location) || location === '[native code]'))
    return { name: text.slice(0, at), location };
  // React Native on JavaScriptCore leaves out the name together with its sign.
  if (at === -1 && /^(?:[a-z-]+:\/\/|\/)\S+$/.test(text) && hasPosition(text)) return { name: '', location: text };
  return at === -1 && text === '[native code]' ? { name: '', location: text } : undefined;
}
