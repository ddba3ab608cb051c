import { cutText } from '../report/cut-text.ts';
import { addressPattern, hashPattern, uuidPattern } from './normalise-text.ts';

const messageLength = 1_024;

/** In this order: what is replaced first would otherwise be taken apart by what comes later. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [uuidPattern, '<id>'],
  [/[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>)]+/gi, '<url>'],
  [/[^\s@"'<>(),;:]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi, '<email>'],
  [/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|`[^`\n]*`|(?<![A-Za-z0-9])'[^'\n]*'(?![A-Za-z])/g, '<text>'],
  [/(?:[A-Za-z]:\\|(?<![\w.<])(?:~|\.{0,2})\/)[^\s"'<>(),;]*[^\s"'<>(),;:.]/g, '<path>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '<ip>'],
  // One word for all of these: a hash or an address can happen to have digits only.
  [addressPattern, '<n>'],
  [hashPattern, '<n>'],
  [/\d+/g, '<n>'],
  [/<n>(?:[.,]<n>)+(?:e[+-]?<n>)?/gi, '<n>'],
];

/** The words of a message without what differs from one report of the same bug to the next. */
export function normaliseMessage(message: string): string {
  let text = cutText(message, messageLength);
  for (const [pattern, replacement] of replacements) text = text.replace(pattern, replacement);
  return text.replace(/\s+/g, ' ').trim();
}
