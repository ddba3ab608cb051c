import { createHash } from 'node:crypto';
import { isScript, type OutputFiles, outputMaps } from './output-files.ts';
import { parseSourceMap } from './source-map.ts';

const mapComment = /^[ \t]*(?:\/\/[#@] ?sourceMappingURL=[^\n]*|\/\*[#@] ?sourceMappingURL=[^*]*\*\/)[ \t]*\n?/gm;

/**
 * Gives each script and its map the same debug id, made of what is in them: the same files have the same ids, so that
 * caches stay good. Comments that lead to maps are removed, as nothing will be there.
 */
export async function stampScripts(files: OutputFiles): Promise<void> {
  for (const { name, target } of outputMaps(files)) {
    const [mapText, code] = await Promise.all([files.read(name), files.read(target)]);
    const map = mapText === undefined ? undefined : parseSourceMap(mapText);
    if (map === undefined || mapText === undefined || code === undefined) continue;
    const bare = withoutMapComment(code);
    if (isScript(target)) {
      const debugId = typeof map.debugId === 'string' ? map.debugId : uuidOf(bare, mapText);
      await files.replace(target, withDebugId(bare, debugId));
      await files.replace(name, JSON.stringify({ ...map, debugId }));
    } else if (bare !== code) {
      await files.replace(target, bare);
    }
  }
}

/** Such comments are at the end: what stands above, or within a line, is a text of the app. */
export function withoutMapComment(code: string): string {
  const last = code.lastIndexOf('sourceMappingURL=');
  if (last === -1) return code;
  const start = code.lastIndexOf('\n', last) + 1;
  return code.slice(0, start) + code.slice(start).replace(mapComment, '');
}

function withDebugId(code: string, debugId: string): string {
  const line = `//# debugId=${debugId}\n`;
  if (code.includes(line.trimEnd())) return code;
  return code.endsWith('\n') ? code + line : `${code}\n${line}`;
}

/** Debug ids of source maps are UUIDs; this is one of version 8, whose digits may be anything. */
function uuidOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  const digits = hash.digest('hex').slice(0, 32).split('');
  digits[12] = '8';
  digits[16] = ((Number.parseInt(digits[16] ?? '', 16) & 3) | 8).toString(16);
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
