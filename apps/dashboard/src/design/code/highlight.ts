export type CodeLanguage = 'json' | 'sql' | 'js' | 'bash' | 'text';

export interface CodeToken {
  readonly kind: 'text' | 'comment' | 'string' | 'number' | 'literal' | 'keyword' | 'name';
  readonly text: string;
  readonly start: number;
}

/** Colouring is for snippets; what is longer is shown as it is. */
const MAX_COLOURED_LENGTH = 20_000;

const number = String.raw`(?<number>\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)`;
const sqlWords =
  'select|from|where|group|by|order|limit|as|and|or|not|in|is|null|join|left|on|with|having|distinct|case|when|then|else|end|between|like|ilike|interval|count|sum|avg|min|max|over|partition|asc|desc|using|union|all|cast|extract|filter';
const jsWords =
  'const|let|var|function|return|if|else|for|of|in|while|new|class|extends|import|export|from|await|async|try|catch|throw|typeof|default';

// A text may lack its end: it is then taken to the end of what was read, so that hostile code is read once and not once a quote.
const patterns: Readonly<Record<Exclude<CodeLanguage, 'text'>, RegExp>> = {
  json: new RegExp(
    String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=\s{0,8}:))|(?<string>"(?:[^"\\\n]|\\.)*"?)|${number}|(?<literal>\b(?:true|false|null)\b)`,
    'g',
  ),
  sql: new RegExp(
    String.raw`(?<comment>--[^\n]*)|(?<string>'(?:[^']|'')*'?)|(?<name>"[^"\n]*"?)|${number}|(?<keyword>\b(?:${sqlWords})\b)`,
    'gi',
  ),
  js: new RegExp(
    String.raw`(?<comment>//[^\n]*)|(?<string>'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|${'`'}[^${'`'}]*${'`'}?)|${number}|(?<literal>\b(?:true|false|null|undefined)\b)|(?<keyword>\b(?:${jsWords})\b)`,
    'g',
  ),
  bash: /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>'[^']*'?|"(?:[^"\\]|\\.)*"?)|(?<keyword>\b(?:curl|npm|npx|node|export|docker|echo|cat)\b)|(?<name>(?<=\s)--?[a-zA-Z][\w-]*)/gm,
};

export function highlight(code: string, language: CodeLanguage): CodeToken[] {
  if (language === 'text' || code.length > MAX_COLOURED_LENGTH) return [{ kind: 'text', text: code, start: 0 }];
  const tokens: CodeToken[] = [];
  let at = 0;
  for (const match of code.matchAll(patterns[language])) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    if (kind === undefined) continue;
    if (match.index > at) tokens.push({ kind: 'text', text: code.slice(at, match.index), start: at });
    tokens.push({ kind: kind as CodeToken['kind'], text: match[0], start: match.index });
    at = match.index + match[0].length;
  }
  if (at < code.length || code === '') tokens.push({ kind: 'text', text: code.slice(at), start: at });
  return tokens;
}
