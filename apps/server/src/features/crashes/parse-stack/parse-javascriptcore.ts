import type { RawFrame } from '../grouping/crash-frame.ts';
import type { AtSignLine } from './at-sign-line.ts';
import { parseAtSignLines } from './parse-firefox.ts';
import type { RawStack } from './parsed-stack.ts';
import { readLocation, scriptName } from './script-location.ts';

/** Code outside of every function. */
const placeholder = /^(?:global|eval|module) code$/;

/** Safari, web views on Apple platforms, and React Native without Hermes. */
export const parseJavascriptcore = (lines: readonly string[]): RawStack =>
  parseAtSignLines(lines, readJavascriptcoreFrame);

function readJavascriptcoreFrame({ name, location }: AtSignLine): RawFrame {
  const named = placeholder.test(name) ? {} : scriptName(name.replace(/^async /, ''));
  return { ...named, ...(location === '[native code]' ? { file: location } : readLocation(location)) };
}
