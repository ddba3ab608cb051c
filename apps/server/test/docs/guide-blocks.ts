import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../docs/guides/', import.meta.url));

/** A fenced block of a guide. */
export interface GuideBlock {
  /** `deploy.md#docker/sh-2`: the second block of that language below that heading. */
  readonly name: string;
  readonly page: string;
  readonly line: number;
  readonly language: string;
  /** What stands behind the language: how the block is checked, or the file that it is. */
  readonly about: readonly string[];
  readonly code: string;
}

export const guidePages: readonly string[] = readdirSync(folder).filter((name) => name.endsWith('.md'));

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Every fenced block, also those inside of lists. */
export function blocksOf(page: string): readonly GuideBlock[] {
  const blocks: GuideBlock[] = [];
  const counts = new Map<string, number>();
  let heading = '';
  let open: { indent: string; info: string; line: number; code: string[] } | undefined;
  const lines = readFileSync(`${folder}${page}`, 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    const fence = /^(\s*)```(.*)$/.exec(line);
    if (open === undefined) {
      const [, indent = '', info = ''] = fence ?? [];
      if (fence !== null) open = { indent, info, line: index + 1, code: [] };
      else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
      continue;
    }
    if (fence === null) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
      continue;
    }
    const [language = '', ...about] = open.info.trim().split(/\s+/);
    const place = `${page}#${slugOf(heading)}`;
    const nth = (counts.get(`${place} ${language}`) ?? 0) + 1;
    counts.set(`${place} ${language}`, nth);
    const code = `${open.code.join('\n')}\n`;
    blocks.push({ name: `${place}/${language}-${nth}`, page, line: open.line, language, about, code });
    open = undefined;
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} is never closed`);
  return blocks;
}
