import { escapeHtml } from './escape-html.mjs';

const text = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const slashes = String.raw`(?:^|(?<=\s))\/\/[^\n]*|\/\*[\s\S]*?\*\/`;
const hashes = String.raw`(?:^|(?<=\s))#[^\n]*`;

/** Comments and texts, and nothing more: enough for the eye to find the commands. @type {Readonly<Record<string, RegExp>>} */
const grammars = {
  sh: new RegExp(`(?<comment>${hashes})|(?<string>"(?:[^"\\\\\\n]|\\\\.)*")`, 'gm'),
  yaml: new RegExp(`(?<comment>${hashes})|(?<string>${text})`, 'gm'),
  json: new RegExp(`(?<name>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))|(?<string>${text})`, 'gm'),
  sql: /(?<comment>--[^\n]*)|(?<string>'[^'\n]*')/gm,
  ts: new RegExp(`(?<comment>${slashes})|(?<string>${text}|\`[^\`]*\`)`, 'gm'),
};
/** @type {Readonly<Record<string, string>>} */
const aliases = { tsx: 'ts', js: 'ts', mjs: 'ts', jsx: 'ts', bash: 'sh', swift: 'ts', kotlin: 'ts' };

/**
 * @param {string} code
 * @param {string} language
 */
export function colourCode(code, language) {
  const grammar = grammars[aliases[language] ?? language];
  if (grammar === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(grammar)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="c-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
