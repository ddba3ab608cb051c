import { withoutGeneratedRuns } from './normalise-text.ts';

/** What a minifier leaves of a name. A few real names are as short; they are lost only beside better ones. */
export const isMinified = (name: string): boolean => /^[\w$]{1,2}$/.test(name);

const meaningless =
  /^(?:|anonymous|<anonymous>|<unknown>|unknown|eval|eval code|global code|module code|Object|exports|default)$/;

/**
 * Engines name the same function differently: `Cart.total`, `Object.total`, `Cart/this.total`, `total`, `async total`,
 * `new Cart`. The last word is what they agree on.
 */
export function normaliseScriptFunction(name: string): string | undefined {
  const bare = name
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:async\*?|new|get|set|static|bound|promise callback\*)\s*(?=\S)/, '');
  // Firefox: `load/<` is a nameless function inside load, which V8 and JavaScriptCore do not name at all.
  if (bare.endsWith('/<') || bare.endsWith('<')) return undefined;
  const last = bare.slice(Math.max(bare.lastIndexOf('.'), bare.lastIndexOf('/'), bare.lastIndexOf(' ')) + 1);
  const plain = last.replace(/^[#_]*(?=[A-Za-z])/, '').replace(/(?:\$\d+)+$/, '');
  return meaningless.test(plain) ? undefined : withoutGeneratedRuns(plain);
}

const extension = /\.(?:[cm]?[jt]sx?|vue|svelte|bundle|jsbundle|hbc|html?|min)$/;
/** Folders that builds come and go with; above an `index` they say nothing. */
const buildFolder = /^(?:|\.|\.\.|src|dist|lib|build|out|app|www|public|static|js|assets|chunks|esm|cjs)$/;

/** The name of the file without place, build and version: `https://cdn.example/js/main.4f2a91.chunk.js?v=2` is `main.chunk`. */
export function normaliseScriptFile(file: string): string | undefined {
  const query = file.search(/[?#]/);
  const path = (query === -1 ? file : file.slice(0, query)).replaceAll('\\', '/');
  const parts = path.split('/');
  const stem = fileStem(parts.at(-1) ?? '');
  if (stem === '') return undefined;
  const folder = parts.at(-2) ?? '';
  if (stem !== 'index' || parts.length < 3 || buildFolder.test(folder) || /[:.]/.test(folder)) return stem;
  return `${withoutGeneratedRuns(folder)}/${stem}`;
}

function fileStem(name: string): string {
  let stem = name;
  for (let turn = 0; turn < 3; turn += 1) stem = stem.replace(extension, '');
  const kept = stem.split('.').filter((part) => !isHash(part));
  return kept
    .map(withoutTrailingHash)
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .join('.');
}

/** Vite and Next put the hash behind a hyphen, esbuild too. */
function withoutTrailingHash(part: string): string {
  const at = part.search(/[-_](?:[0-9a-f]{6,64}|[A-Za-z0-9_-]{8})$/);
  return at !== -1 && isHash(part.slice(at + 1)) ? part.slice(0, at) : part;
}

/** Hexadecimal digits with a number among them, or eight letters and digits mixed as no word is. */
function isHash(part: string): boolean {
  if (/^[0-9a-f]{6,64}$/.test(part)) return /\d/.test(part);
  if (!/^[A-Za-z0-9_-]{8}$/.test(part)) return false;
  return /\d/.test(part)
    ? /[A-Za-z]/.test(part) && !/^[a-z]+\d{1,2}$/.test(part)
    : /[a-z][A-Z]{2}|[A-Z]{2}[a-z]\w*[A-Z]/.test(part);
}
